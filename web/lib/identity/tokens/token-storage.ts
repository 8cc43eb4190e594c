import { dayMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import { orUndefined } from "../../browser/or-undefined.ts";
import { rawTabStorage } from "../../storage/raw-tab-storage.ts";
import { clearTokens, deviceKeyParts, isDeviceKey, isKeyOf, usedAt } from "./stored-keys.ts";

/** The common prefix of the parts of a device key, with its last dot. */
const deviceOf = (key: string): string => key.slice(0, key.lastIndexOf(".") + 1);

/** The format of Cognito's device keys. Cognito refuses a sign-in with another format before it checks the password. */
const deviceKeyForm = /^[\w-]{1,40}_[0-9a-f-]{36}$/;
const trustedMs = limits.trustedBrowserDays * dayMs;

/**
 * Returns a part of a trusted browser's device key. Drops a damaged key, with which Cognito refuses the sign-in, and a
 * key that was unused for `trustedBrowserDays`, which Cognito would still trust.
 */
function trusted(key: string): string | null | undefined {
  if (!isDeviceKey(key)) return null;
  return orUndefined(() => {
    const device = deviceOf(key);
    const isWhole =
      deviceKeyForm.test(localStorage.getItem(`${device}deviceKey`) ?? "") &&
      deviceKeyParts.every((part) => localStorage.getItem(device + part));
    // A key without a time counts as used now.
    const unusedMs = Date.now() - Number(localStorage.getItem(device + usedAt) ?? Date.now());
    if (isWhole && unusedMs < trustedMs) return localStorage.getItem(key);
    forgetTrusted(device);
    return null;
  });
}

const forgetTrusted = (device: string): void =>
  orUndefined(() => {
    for (const name of [...deviceKeyParts, usedAt]) localStorage.removeItem(device + name);
  });

/**
 * Amplify's token storage: session storage, because another tab on /signin clears local storage, which must
 * not end this session. Cognito returns a device key with every sign-in. It is stored like the tokens, and in
 * local storage only if the customer trusts this browser (`trustDevice`), so that the next session finds it.
 */
export const tokenStorage = {
  setItem: async (key: string, value: string): Promise<void> => rawTabStorage.write(key, value),

  getItem: async (key: string): Promise<string | null> => rawTabStorage.read(key) ?? trusted(key) ?? null,

  /** Amplify removes a device key when Cognito does not know the device any more. */
  async removeItem(key: string): Promise<void> {
    rawTabStorage.remove(key);
    if (isDeviceKey(key)) forgetTrusted(deviceOf(key));
  },

  clear: async (): Promise<void> => clearTokens(),
};

/** Returns the storage keys of the signed-in customer's device key. */
async function deviceKeys(userPoolClientId: string): Promise<string[]> {
  const client = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const user = await tokenStorage.getItem(`${client}.LastAuthUser`);
  return deviceKeyParts.map((part) => `${client}.${user}.${part}`);
}

/** Stores the device key for later sessions in this browser. */
export async function trustDevice(userPoolClientId: string): Promise<void> {
  for (const key of await deviceKeys(userPoolClientId)) {
    const value = await tokenStorage.getItem(key);
    if (value === null) continue;
    orUndefined(() => {
      localStorage.setItem(key, value);
      localStorage.setItem(deviceOf(key) + usedAt, String(Date.now()));
    });
  }
}

/** Moves the device key to session storage, so that it ends with the session. */
export async function distrustDevice(userPoolClientId: string): Promise<void> {
  const keys = await deviceKeys(userPoolClientId);
  const values = await Promise.all(keys.map(tokenStorage.getItem));
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? null;
    forgetTrusted(deviceOf(key));
    if (value !== null) await tokenStorage.setItem(key, value);
  }
}

/** Stands for the password of a device that can renew its session's tokens but cannot prove itself. */
export const noDevicePassword = "none";

/** Returns a part of the device key, unless the device cannot prove itself. */
async function provableDevice(key: string): Promise<string | null> {
  const password = await tokenStorage.getItem(`${deviceOf(key)}randomPasswordKey`);
  return password === noDevicePassword ? null : tokenStorage.getItem(key);
}

/**
 * An empty token storage for another sign-in. It reads this browser's device key, so that a trusted browser
 * needs no code. `commit` replaces the session's tokens with its own.
 */
export function createTokenOverlay() {
  const own = new Map<string, string>();
  let device: string | undefined;
  /**
   * Amplify reads the device's password with the customer's, and again after Cognito has accepted the
   * customer's password and asks the device to prove itself.
   */
  let passwordReads = 0;
  return {
    async getItem(key: string): Promise<string | null> {
      const value = own.get(key) ?? (isDeviceKey(key) ? await provableDevice(key) : null);
      if (value !== null && isKeyOf(key, ["randomPasswordKey"])) {
        device = deviceOf(key);
        passwordReads += 1;
      }
      return value;
    },
    /**
     * Deletes the key of a device that Cognito asked to prove itself. False if Cognito did not ask: then the
     * customer's password was refused.
     */
    async forgetRefusedDevice(): Promise<boolean> {
      if (device === undefined || passwordReads < 2) return false;
      for (const part of deviceKeyParts) await tokenStorage.removeItem(device + part);
      return true;
    },
    async setItem(key: string, value: string): Promise<void> {
      own.set(key, value);
    },
    /** Amplify removes a device key when Cognito does not know the device any more. */
    async removeItem(key: string): Promise<void> {
      own.delete(key);
      if (isDeviceKey(key)) await tokenStorage.removeItem(key);
    },
    async clear(): Promise<void> {
      own.clear();
    },
    async commit(): Promise<void> {
      for (const [key, value] of own) await tokenStorage.setItem(key, value);
      own.clear();
      if (device === undefined) return;
      const ofDevice = device;
      orUndefined(() => {
        if (localStorage.getItem(`${ofDevice}deviceKey`) !== null)
          localStorage.setItem(ofDevice + usedAt, String(Date.now()));
      });
    },
  };
}
