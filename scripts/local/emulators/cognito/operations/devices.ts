/** ConfirmDevice, ListDevices, ForgetDevice, UpdateDeviceStatus; AdminListDevices, AdminForgetDevice. */
import { z } from "zod";
import { deviceType, forgetDevice, requireDevice } from "../devices/devices.ts";
import { registerDevice } from "../devices/register.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import type { Answer } from "../request/operation.ts";
import { pageOf } from "../request/paging.ts";
import { defineAdminOperation, defineUserOperation } from "../request/user-operation.ts";

const one = z.object({ DeviceKey: member.deviceKey });
const page = z.object({ Limit: member.limit, PaginationToken: member.paginationToken });
const status = z.object({
  DeviceKey: member.deviceKey,
  DeviceRememberedStatus: z.enum(["remembered", "not_remembered"]).optional(),
});
const registration = z.object({
  DeviceKey: member.deviceKey,
  DeviceName: member.deviceName,
  DeviceSecretVerifierConfig: z
    .object({ PasswordVerifier: member.verifierPart.optional(), Salt: member.verifierPart.optional() })
    .optional(),
});

export const confirmDevice = defineUserOperation(registration, ({ user, signIn }, input, pool) => {
  registerDevice(pool, user, signIn, input);
  return { UserConfirmationNecessary: true };
});

export const listDevices = defineUserOperation(page, ({ user }, input) => list(user, input));
export const adminListDevices = defineAdminOperation("AdminListDevices", page, list);

export const forgetOwnDevice = defineUserOperation(one, ({ user }, input) => drop(user, input));
export const adminForgetDevice = defineAdminOperation("AdminForgetDevice", one, drop);

export const updateDeviceStatus = defineUserOperation(status, ({ user }, input, pool) =>
  changeStatus(user, input, pool),
);
function list(user: User, input: z.infer<typeof page>): Answer {
  const { page: devices, ...next } = pageOf(user.devices, input);
  return { Devices: devices.map(deviceType), ...next };
}

function drop(user: User, { DeviceKey }: z.infer<typeof one>): Answer {
  forgetDevice(user, DeviceKey);
  return {};
}

function changeStatus(user: User, input: z.infer<typeof status>, pool: Pool): Answer {
  const device = requireDevice(user, input.DeviceKey);
  device.remembered = input.DeviceRememberedStatus === "remembered";
  device.modifiedAt = pool.clock();
  return {};
}
