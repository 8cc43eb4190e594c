/** For a customer who lost the authenticator app: turns it off, and ends every session. */
import {
  AdminForgetDeviceCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { writeAudit } from "../audit.ts";
import { type Command, type CommandContext, CommandRefused } from "../command.ts";
import { findCustomer } from "./customer.ts";
import { readDevices } from "./devices.ts";

export const resetAuthenticator: Command = {
  purpose: "Lets a customer who lost the authenticator app sign in with the password alone.",
  takes: ["loginId"],
  requires: ["reason"],
  async run([loginId = ""], context) {
    const { sub, account: found } = await findCustomer(loginId, context);
    if (!found) throw new CommandRefused(`The account of ${loginId} is gone.`);
    const { userName } = found;
    await writeAudit(sub, "authenticator-reset", context);
    const account = { UserPoolId: context.userPoolId(), Username: userName };
    await context.cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        ...account,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    const devices = await forgetDevices(account, context);
    await context.cognito.send(new AdminUserGlobalSignOutCommand(account));
    return `${userName} signs in with the password alone now; ${devices} remembered devices forgotten, every session ended.`;
  },
};

type Account = Record<"UserPoolId" | "Username", string>;

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
