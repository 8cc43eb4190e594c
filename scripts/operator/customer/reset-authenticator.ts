/** For a customer who lost the authenticator app: ends every session, then switches the app off. */
import {
  AdminForgetDeviceCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  InvalidParameterException,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, type CommandContext, CommandRefused } from "../command.ts";
import { findCustomer } from "./customer.ts";
import { readDevices } from "./devices.ts";

export const resetAuthenticator: ChangingCommand = {
  purpose: "Lets a customer who lost the authenticator app sign in with the password alone.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([loginId = ""], context) {
    const { sub, account: found } = await findCustomer(loginId, context);
    if (!found) throw new CommandRefused(`The account of ${loginId} is gone.`);
    const { userName, mfa } = found;
    if (!mfa.includes("SOFTWARE_TOKEN_MFA"))
      throw new CommandRefused(`${userName} has no authenticator app: nothing was changed.`);
    const account = { UserPoolId: context.userPoolId(), Username: userName };
    return {
      steps: async () => [
        `Forget ${(await readDevices(userName, context)).length} remembered devices of ${userName}.`,
        `End every session of ${userName}.`,
        `Switch the authenticator app of ${userName} off: the password alone is enough.`,
      ],
      confirmWith: loginId,
      async apply() {
        await writeAudit(sub, "authenticator-reset", context);
        const devices = await forgetDevices(account, context);
        await context.cognito.send(new AdminUserGlobalSignOutCommand(account));
        await switchOff(account, context);
        const text = `${userName} signs in with the password alone now; ${devices} remembered devices forgotten, every session ended.`;
        return { text, data: { sub, loginId: userName, forgottenDevices: devices } };
      },
    };
  },
};

type Account = Record<"UserPoolId" | "Username", string>;

/** Comes last: a run that broke off before is not refused the next time. */
async function switchOff(account: Account, { cognito }: CommandContext): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
  const switchOffBy = (settings: object) =>
    cognito.send(new AdminSetUserMFAPreferenceCommand({ ...account, SoftwareTokenMfaSettings, ...settings }));
  // Passkeys count as a factor only beside another one. A pool without passkeys refuses the word.
  await switchOffBy({ WebAuthnMfaSettings: { Enabled: false } }).catch((error: unknown) => {
    if (!(error instanceof InvalidParameterException)) throw error;
    return switchOffBy({});
  });
}

/** Returns the number of devices. */
async function forgetDevices(account: Account, context: CommandContext): Promise<number> {
  const devices = await readDevices(account.Username, context);
  for (const { DeviceKey } of devices) {
    const command = new AdminForgetDeviceCommand({ ...account, DeviceKey });
    await context.cognito.send(command).catch((error: unknown) => {
      // The customer removed it in between.
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
  }
  return devices.length;
}
