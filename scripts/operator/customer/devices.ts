import { AdminListDevicesCommand, type DeviceType } from "@aws-sdk/client-cognito-identity-provider";
import type { Target } from "../command.ts";

/** Remembered devices of an account. */
export async function readDevices(sub: string, { cognito, userPoolId }: Target): Promise<DeviceType[]> {
  const account = { UserPoolId: userPoolId(), Username: sub };
  const devices: DeviceType[] = [];
  let PaginationToken: string | undefined;
  do {
    const page = await cognito.send(
      new AdminListDevicesCommand({ ...account, ...(PaginationToken && { PaginationToken }) }),
    );
    devices.push(...(page.Devices ?? []));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return devices;
}
