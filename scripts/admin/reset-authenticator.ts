/** For a customer who lost the authenticator app: the password alone signs in again, and every session ends. */
import {
  AdminForgetDeviceCommand,
  AdminListDevicesCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { findAccount } from "./account.ts";
import { writeAudit } from "./audit.ts";
import { AdminRefused, type Command, type Order } from "./command.ts";

export const resetAuthenticator: Command = {
  usage: "<loginId>",
  async run([loginId, ...rest], order) {
    if (loginId === undefined || rest.length > 0) throw new AdminRefused("Name one login ID.");
    const { sub, userName } = await findAccount(loginId, order);
    await writeAudit(sub, "authenticator-reset", order);
    const account = { UserPoolId: order.userPoolId, Username: userName };
    await order.cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        ...account,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    const devices = await forgetDevices(account, order);
    await order.cognito.send(new AdminUserGlobalSignOutCommand(account));
    return `${userName} signs in with the password alone now; ${devices} remembered devices forgotten, every session ended.`;
  },
};

type Account = Record<"UserPoolId" | "Username", string>;

/** Returns how many there were. */
async function forgetDevices(account: Account, order: Order): Promise<number> {
  const keys = await deviceKeys(account, order);
  for (const DeviceKey of keys) {
    const command = new AdminForgetDeviceCommand({ ...account, DeviceKey });
    await order.cognito.send(command).catch((error: unknown) => {
      // The customer was faster.
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
  }
  return keys.length;
}

async function deviceKeys(account: Account, { cognito }: Order): Promise<string[]> {
  const keys: string[] = [];
  let PaginationToken: string | undefined;
  do {
    const page = await cognito.send(
      new AdminListDevicesCommand({ ...account, ...(PaginationToken && { PaginationToken }) }),
    );
    keys.push(...(page.Devices ?? []).flatMap(({ DeviceKey }) => DeviceKey ?? []));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return keys;
}
