/** Checks of SES before a deployment. Source: SES API v2 reference. */
import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from "@aws-sdk/client-sesv2";
import type { Environment } from "#infra/environment.ts";
import { configurationSetOf, ownIdentityOf } from "#infra/settings/sender.ts";
import { undefinedIfError } from "../undefined-if-error.ts";
import { type Check, type Finding, fix, ok } from "./check.ts";
import type { Deployed } from "./deployed.ts";

export function mailChecks(environment: Environment, deployed: () => Promise<Deployed>): Check[] {
  const { region, mail } = environment;
  if (!mail) return [];
  const ses = new SESv2Client({ region });
  return [
    { title: "SES production access", run: () => checkSandbox(ses, region) },
    { title: "SES identity", run: () => checkIdentity(ses, environment, mail.identity, deployed) },
  ];
}

async function checkSandbox(ses: SESv2Client, region: string): Promise<Finding> {
  const { ProductionAccessEnabled, SendQuota } = await ses.send(new GetAccountCommand());
  if (ProductionAccessEnabled) return ok(`${SendQuota?.Max24HourSend ?? "?"} mails a day.`);
  return fix(
    `SES in ${region} is in the sandbox and mails verified addresses only: request production access.`,
  );
}

async function checkIdentity(
  ses: SESv2Client,
  environment: Environment,
  identity: string,
  deployed: () => Promise<Deployed>,
): Promise<Finding> {
  const own = ownIdentityOf(environment);
  const found = await undefinedIfError(
    NotFoundException,
    ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity })),
  );
  if (!found)
    return own
      ? checkNewIdentity(ses, own.configurationSet, identity, deployed)
      : fix(creationOf(identity, environment));
  if (own && !(await deployed()).has("AWS::SES::EmailIdentity", identity))
    return fix(
      `${identity} exists: an earlier deployment left it, or another environment made it. Write adopted: { mailIdentity: ${settingOf(found.ConfigurationSetName)} } in infra/config.ts (docs/runbooks/adopt-retained.md).`,
    );
  const expected = configurationSetOf(environment);
  if (!own && found.ConfigurationSetName !== expected)
    return fix(
      `Write adopted: { mailIdentity: ${settingOf(found.ConfigurationSetName)} } in infra/config.ts: SES asks for permission on the identity's default configuration set too.`,
    );
  if (found.VerifiedForSendingStatus) return ok(`${identity} is verified.`);
  return fix(`${identity} is not verified: publish its DKIM records in the DNS, and wait.`);
}

const settingOf = (configurationSet: string | undefined): string =>
  configurationSet ? `{ configurationSet: "${configurationSet}" }` : "{}";

const creationOf = (identity: string, { adopted }: Environment): string =>
  adopted?.mailIdentity
    ? `SES has no identity ${identity}: leave adopted.mailIdentity out of infra/config.ts, or create it.`
    : `Create the identity ${identity} in SES, and publish its DKIM records.`;

/** A configuration set of our name, left behind without its identity, would stop the deployment. */
async function checkNewIdentity(
  ses: SESv2Client,
  name: string,
  identity: string,
  deployed: () => Promise<Deployed>,
): Promise<Finding> {
  const found = await undefinedIfError(
    NotFoundException,
    ses.send(new GetConfigurationSetCommand({ ConfigurationSetName: name })),
  );
  if (!found || (await deployed()).has("AWS::SES::ConfigurationSet", name))
    return ok(`The deployment creates ${identity} with its DKIM records.`);
  return fix(
    `An earlier deployment left the configuration set ${name} without its identity: aws sesv2 delete-configuration-set --configuration-set-name ${name}.`,
  );
}
