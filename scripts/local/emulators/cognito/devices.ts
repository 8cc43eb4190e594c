/** Browsers that registered themselves. Source: developer guide, "Working with user devices in your user pool". */
import { randomBytes, randomUUID } from "node:crypto";
import { deviceNotFound } from "./errors.ts";
import type { Pool } from "./pool.ts";
import type { Device, User } from "./records/user.ts";
import type { SignIn } from "./state.ts";

export function findDevice(user: User, key: string): Device | undefined {
  return user.devices.find((device) => device.key === key);
}

/** Throws ResourceNotFoundException: unknown, forgotten, or never registered. */
export function requireDevice(user: User, key: string): Device {
  const device = findDevice(user, key);
  if (!device) throw deviceNotFound();
  return device;
}

/** The DEVICE_KEY of a sign-in. Throws ResourceNotFoundException. */
export const namedDevice = (
  user: User,
  { DEVICE_KEY }: Readonly<Record<string, string>>,
): { deviceKey?: string } => (DEVICE_KEY ? { deviceKey: requireDevice(user, DEVICE_KEY).key } : {});

/** Names for a browser that the pool has not seen: it may register under them (ConfirmDevice). */
export const newDeviceKeys = (pool: Pool) => ({
  key: `${pool.region}_${randomUUID()}`,
  groupKey: `-${randomBytes(6).toString("base64url")}`,
});

/** `DeviceType` of the API reference. */
export function deviceType(device: Device) {
  const { key, name, remembered, createdAt, authenticatedAt } = device;
  const attributes = {
    ...(name === undefined ? {} : { device_name: name }),
    "dev:device_remembered_status": remembered ? "remembered" : "not_remembered",
  };
  return {
    DeviceKey: key,
    DeviceAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    DeviceCreateDate: createdAt / 1000,
    DeviceLastAuthenticatedDate: authenticatedAt / 1000,
  };
}

/**
 * The browser keeps the names that its sign-in gave it, and binds that sign-in's refresh token to itself.
 * Throws ResourceNotFoundException for a key that it was not given, or has registered already.
 */
export function registerDevice(
  pool: Pool,
  { user, signIn }: { user: User; signIn: SignIn },
  device: Pick<Device, "key" | "name" | "salt" | "verifier">,
): void {
  const { key, groupKey } = signIn.device;
  if (key !== device.key || groupKey === undefined) throw deviceNotFound();
  const now = pool.clock();
  user.devices.push({ ...device, groupKey, remembered: false, createdAt: now, authenticatedAt: now });
  signIn.device = { key };
}
