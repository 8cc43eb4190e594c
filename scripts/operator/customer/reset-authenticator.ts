/** For a customer who lost the authenticator app: ends every session, then switches the app off. */
import {
  AdminForgetDeviceCommand,
  AdminListDevicesCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  InvalidParameterException,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { signedOut } from "#functions/activity/password-table.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { transactWrite } from "#functions/platform/table.ts";
import { listDevices } from "#functions/platform/user-pool.ts";
import { authenticatorSwitched } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, CommandRefused } from "../command.ts";
import { undefinedIfError } from "../undefined-if-error.ts";
import { type Account, inPool } from "./account.ts";
import { findCustomer } from "./customer.ts";

/** Remembered devices of an account. */
const readDevices = (account: PoolUser) =>
  listDevices((PaginationToken) => new AdminListDevicesCommand({ ...account, PaginationToken }));

export const resetAuthenticator: ChangingCommand = {
  purpose: "Lets a customer who lost the authenticator app sign in with the password alone.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([loginId = ""]) {
    const { sub, account: found } = await findCustomer(loginId);
    if (!found) throw new CommandRefused(`The account of ${loginId} is gone.`);
    const { userName, mfa } = found;
    if (!mfa.includes("SOFTWARE_TOKEN_MFA"))
      throw new CommandRefused(`${userName} has no authenticator app: nothing was changed.`);
    // By `sub`: between question and answer the login ID may have become somebody else's.
    const account = inPool(sub);
    return {
      steps: async () => [
        `Forget ${(await readDevices(account)).length} remembered devices of ${userName}.`,
        `End every session of ${userName}.`,
        `Switch the authenticator app of ${userName} off: the password alone is enough.`,
        `Mail the customer.`,
      ],
      confirmWith: loginId,
      async apply() {
        await writeAudit(sub, "authenticator-reset");
        const devices = await forgetDevices(account);
        await transactWrite([signedOut(sub)]);
        await cognito().send(new AdminUserGlobalSignOutCommand(account));
        await switchOff(account);
        await mailCustomer(sub, found);
        const text = `${userName} signs in with the password alone now; ${devices} remembered devices forgotten, every session ended.`;
        return { text, data: { sub, loginId: userName, forgottenDevices: devices } };
      },
    };
  },
};

type PoolUser = ReturnType<typeof inPool>;

/** Mails the customer, and stores the state, so that the next sign-in sends no second mail. */
async function mailCustomer(sub: string, { userName, attributes }: Account): Promise<void> {
  const { email: to } = attributes;
  if (to === undefined) return;
  const at = new Date().toISOString();
  const mail = newMail({ template: "authenticator-reset", customer: sub, to, loginId: userName, at });
  const { put } = authenticatorSwitched(sub, false);
  await transactWrite([{ put }, unleased(mail)]);
}

/** Comes after the rest: a run that broke off before is not refused the next time. */
async function switchOff(account: PoolUser): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
  const switchOffBy = (settings: object) =>
    cognito().send(
      new AdminSetUserMFAPreferenceCommand({ ...account, SoftwareTokenMfaSettings, ...settings }),
    );
  // Passkeys count as a factor only beside another one. A pool without passkeys refuses the word.
  await switchOffBy({ WebAuthnMfaSettings: { Enabled: false } }).catch((error: unknown) => {
    if (!(error instanceof InvalidParameterException)) throw error;
    return switchOffBy({});
  });
}

/** Returns the number of devices. */
async function forgetDevices(account: PoolUser): Promise<number> {
  const devices = await readDevices(account);
  for (const { DeviceKey } of devices) {
    const command = new AdminForgetDeviceCommand({ ...account, DeviceKey });
    // The customer may remove it in between.
    await undefinedIfError(ResourceNotFoundException, cognito().send(command));
  }
  return devices.length;
}
