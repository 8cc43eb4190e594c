/** Reads the user pool's data about an account, for the customer. */
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  type DeviceType,
} from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";

export interface ExportedAccount {
  userName: string | undefined;
  /** As Cognito says, e.g. `CONFIRMED`. */
  status: string | undefined;
  enabled: boolean;
  createdAt: Date | undefined;
  /** Second factors. */
  mfa: readonly string[];
  attributes: Readonly<Record<string, string>>;
  /** Remembered browsers. */
  devices: readonly DeviceType[];
}

/** Throws `UserNotFoundException`. */
export async function readAccount(userName: string): Promise<ExportedAccount> {
  const account = { UserPoolId: environment("USER_POOL_ID"), Username: userName };
  const [found, devices] = await Promise.all([
    cognito().send(new AdminGetUserCommand(account), untilDeadline()),
    readDevices(account),
  ]);
  const attributes = (found.UserAttributes ?? []).map(({ Name = "", Value = "" }) => [Name, Value]);
  return {
    userName: found.Username,
    status: found.UserStatus,
    enabled: found.Enabled ?? true,
    createdAt: found.UserCreateDate,
    mfa: found.UserMFASettingList ?? [],
    attributes: Object.fromEntries(attributes),
    devices,
  };
}

async function readDevices(account: { UserPoolId: string; Username: string }): Promise<DeviceType[]> {
  const devices: DeviceType[] = [];
  let PaginationToken: string | undefined;
  do {
    const command = new AdminListDevicesCommand({ ...account, ...(PaginationToken && { PaginationToken }) });
    const page = await cognito().send(command, untilDeadline());
    devices.push(...(page.Devices ?? []));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return devices;
}
