/** ConfirmDevice, ListDevices, ForgetDevice, UpdateDeviceStatus; AdminListDevices, AdminForgetDevice. */
import { z } from "zod";
import { deviceType, registerDevice, requireDevice } from "../devices.ts";
import { invalidParameter } from "../errors.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { pageOf } from "../request/input.ts";
import {
  type Answer,
  defineAdminOperation,
  defineUserOperation,
  type Operations,
} from "../request/operation.ts";

const one = z.object({ DeviceKey: member.deviceKey });
const page = z.object(member.page);
const status = z.object({
  DeviceKey: member.deviceKey,
  DeviceRememberedStatus: z.enum(["remembered", "not_remembered"]).optional(),
});
const registration = z.object({
  DeviceKey: member.deviceKey,
  DeviceName: member.deviceName,
  /** Base64. */
  DeviceSecretVerifierConfig: z
    .object({ PasswordVerifier: member.verifierPart.optional(), Salt: member.verifierPart.optional() })
    .optional(),
});

export const deviceOperations: Operations = {
  ConfirmDevice: defineUserOperation(registration, ({ user, signIn }, input, pool) => {
    const { DeviceKey, DeviceName, DeviceSecretVerifierConfig = {} } = input;
    const { Salt, PasswordVerifier } = DeviceSecretVerifierConfig;
    if (!Salt || !PasswordVerifier) throw invalidParameter("Device secret verifier config is required");
    registerDevice(
      pool,
      { user, signIn },
      {
        key: DeviceKey,
        ...(DeviceName === undefined ? {} : { name: DeviceName }),
        salt: hexOf(Salt),
        verifier: hexOf(PasswordVerifier),
      },
    );
    return { UserConfirmationNecessary: true };
  }),
  ListDevices: defineUserOperation(page, ({ user }, input) => list(user, input)),
  AdminListDevices: defineAdminOperation(page, list),
  ForgetDevice: defineUserOperation(one, ({ user }, input) => drop(user, input)),
  AdminForgetDevice: defineAdminOperation(one, drop),
  UpdateDeviceStatus: defineUserOperation(status, ({ user }, input) => {
    requireDevice(user, input.DeviceKey).remembered = input.DeviceRememberedStatus === "remembered";
  }),
};

function list(user: User, input: z.infer<typeof page>): Answer {
  const { page: devices, ...next } = pageOf(user.devices, input);
  return { Devices: devices.map(deviceType), ...next };
}

function drop(user: User, { DeviceKey }: z.infer<typeof one>): void {
  requireDevice(user, DeviceKey);
  user.devices = user.devices.filter(({ key }) => key !== DeviceKey);
}

const hexOf = (base64: string): string => Buffer.from(base64, "base64").toString("hex");
