/** Checks of the AWS account before a deployment. Sources: the API reference of each service. */
import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { CloudFrontClient, ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetHostedZoneCommand, Route53Client } from "@aws-sdk/client-route-53";
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from "@aws-sdk/client-sesv2";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { Environment } from "#infra/config.ts";
import { allFunctions } from "#infra/settings/functions.ts";
import { type Check, type Finding, fix, ok, unknown } from "./check.ts";

/** Concurrency that Lambda keeps unreserved. */
const unreserved = 100;
/** Below this a burst of visitors is throttled. A new account may have 10. */
const leastConcurrency = 100;

export const accountCheck = (environment: Environment): Check => ({
  title: "AWS account",
  run: () => checkAccount(environment),
});

export function awsChecks(environment: Environment): Check[] {
  const { region, mail, domain } = environment;
  const ses = new SESv2Client({ region });
  return [
    { title: "Lambda quota", run: () => checkLambda(environment) },
    { title: "CloudFront", run: checkCloudFront },
    ...(mail
      ? [
          { title: "SES production access", run: () => checkSandbox(ses, region) },
          { title: "SES identity", run: () => checkIdentity(ses, mail.identity, domain?.hostedZone) },
        ]
      : []),
    ...(domain?.certificateArn
      ? [{ title: "Certificate", run: () => checkCertificate(domain.certificateArn ?? "", domain.names) }]
      : []),
    ...(domain?.hostedZone
      ? [{ title: "Hosted zone", run: () => checkHostedZone(domain.hostedZone, domain.names) }]
      : []),
  ];
}

async function checkAccount({ account, region }: Environment): Promise<Finding> {
  const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand());
  if (account === undefined || Account === account) return ok(`Account ${Account}.`);
  return fix(`Sign in to account ${account}: these credentials are of ${Account}.`);
}

async function checkLambda({ region, costlyConcurrency = 0 }: Environment): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand());
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const costly = Object.values(allFunctions).filter((each) => "costsMoney" in each && each.costsMoney);
  const needed = costlyConcurrency === 0 ? leastConcurrency : unreserved + costly.length * costlyConcurrency;
  if (limit >= needed) return ok(`${limit} concurrent executions.`);
  return fix(
    `Ask Service Quotas for ${Math.max(needed, 1000)} concurrent executions (L-B99A9384), or lower costlyConcurrency: there are ${limit}, ${needed} are needed.`,
  );
}

/** AWS verifies new accounts manually, and no API shows the result. */
async function checkCloudFront(): Promise<Finding> {
  const client = new CloudFrontClient({ region: "us-east-1" });
  const { DistributionList } = await client.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Quantity ?? 0) > 0) return ok("This account has a distribution.");
  return unknown(
    "A new account may have to be verified before its first distribution: ask AWS Support for it (Account and billing, Other account issues).",
  );
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
  identity: string,
  hostedZone: object | undefined,
): Promise<Finding> {
  try {
    const found = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity }));
    if (found.VerifiedForSendingStatus) return ok(`${identity} is verified.`);
    return fix(`${identity} is not verified: publish its DKIM records in the DNS, and wait.`);
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    return hostedZone
      ? ok(`The deployment creates ${identity} with its DKIM records.`)
      : fix(`Create the identity ${identity} in SES, and publish its DKIM records.`);
  }
}

async function checkCertificate(arn: string, names: readonly string[]): Promise<Finding> {
  const acm = new ACMClient({ region: "us-east-1" });
  const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: arn }));
  const { Status, SubjectAlternativeNames = [] } = Certificate ?? {};
  if (Status !== "ISSUED")
    return fix(`The certificate is ${Status}: publish its validation records in the DNS.`);
  const missing = names.filter((name) => !SubjectAlternativeNames.some((each) => covers(each, name)));
  if (missing.length > 0) return fix(`Request a certificate that also names ${missing.join(", ")}.`);
  return ok(`Issued for ${names.join(", ")}.`);
}

const covers = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.startsWith("*.") && name.replace(/^[^.]+/, "*") === pattern);

async function checkHostedZone(
  zone: { id: string; name: string } | undefined,
  names: readonly string[],
): Promise<Finding> {
  const { id = "", name = "" } = zone ?? {};
  const { HostedZone } = await new Route53Client({ region: "us-east-1" }).send(
    new GetHostedZoneCommand({ Id: id }),
  );
  const found = HostedZone?.Name?.replace(/\.$/, "");
  if (found !== name) return fix(`Write domain.hostedZone.name as ${found}: that is the zone ${id}.`);
  const outside = names.filter((each) => each !== name && !each.endsWith(`.${name}`));
  if (outside.length > 0) return fix(`${outside.join(", ")} is not in the hosted zone ${name}.`);
  return ok(`${name}.`);
}
