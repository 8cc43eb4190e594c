/**
 * For a customer whose devices are lost or stolen. Cognito has no administrator's operation on passkeys, only those
 * that take the customer's access token: the command signs in as the customer, with a password that replaces theirs and
 * that nobody knows.
 */
import {
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  DeleteWebAuthnCredentialCommand,
  ListWebAuthnCredentialsCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { passwordReplaced } from "#functions/activity/password-table.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { readPartition } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { isPasskeyRow, passkeyGone } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, CommandRefused } from "../command.ts";
import { writeOrRefuse } from "../rows.ts";
import { type Account, inPool, randomPassword } from "./account.ts";
import { findCustomer } from "./customer.ts";

export const removePasskeys: ChangingCommand = {
  purpose:
    "Removes every passkey of a customer whose devices are lost or stolen; the password must be reset afterwards.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([loginId = ""]) {
    const { sub, account } = await findCustomer(loginId);
    if (!account) throw new CommandRefused(`The account of ${loginId} is gone.`);
    const { userName, mfa } = account;
    if (mfa.includes("SOFTWARE_TOKEN_MFA"))
      throw new CommandRefused(
        `${userName} has the authenticator app on, which this command cannot answer for: run reset-authenticator first.`,
      );
    return {
      steps: () => [
        `Replace the password of ${userName} by one that nobody knows.`,
        `Sign in with it, and remove every passkey of ${userName}.`,
        `End every session of ${userName}, and mail the customer how to set a new password.`,
      ],
      confirmWith: loginId,
      async apply() {
        await writeAudit(sub, "passkeys-removed");
        const removed = await removeAll(account);
        await cognito().send(new AdminUserGlobalSignOutCommand(inPool(sub)));
        await mailCustomer(sub, account);
        const text = `${removed} passkeys of ${userName} removed, every session ended. The customer is mailed, and resets the password.`;
        return { text, data: { sub, loginId: userName, removedPasskeys: removed } };
      },
    };
  },
};

/** Returns the number of passkeys. */
async function removeAll(account: Account): Promise<number> {
  const AccessToken = await signInAs(account);
  const list = new ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: 20 });
  const { Credentials = [] } = await cognito().send(list);
  for (const { CredentialId } of Credentials)
    await cognito().send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId }));
  return Credentials.length;
}

/**
 * An access token of the customer's. By `sub`: between question and answer the login ID may have become somebody
 * else's.
 */
async function signInAs({ sub, userName }: Account) {
  const Password = randomPassword();
  await cognito().send(new AdminSetUserPasswordCommand({ ...inPool(sub), Password, Permanent: true }));
  const { AuthenticationResult, ChallengeName } = await cognito().send(
    new AdminInitiateAuthCommand({
      UserPoolId: environment("USER_POOL_ID"),
      ClientId: environment("CANARY_CLIENT_ID"),
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: userName, PASSWORD: Password },
    }),
  );
  if (AuthenticationResult?.AccessToken) return AuthenticationResult.AccessToken;
  throw new CommandRefused(`Cognito asks for ${ChallengeName}: no passkey was removed.`);
}

/** Mails the customer, and marks password and passkeys as changed, so that no mail about each passkey follows. */
async function mailCustomer(sub: string, { userName, attributes }: Account): Promise<void> {
  const known = (await readPartition(`ACTIVITY#${sub}`)).filter(isPasskeyRow);
  const at = new Date().toISOString();
  const to = attributes.email;
  const mail =
    to === undefined
      ? []
      : [unleased(newMail({ template: "passkeys-removed", customer: sub, to, loginId: userName, at }))];
  await writeOrRefuse([passwordReplaced(sub), ...known.map(passkeyGone), ...mail]);
}
