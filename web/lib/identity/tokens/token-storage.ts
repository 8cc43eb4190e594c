import { dayMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import { orUndefined } from "../../browser/or-undefined.ts";
import { tabStorage } from "../../browser/tab-storage.ts";
import { clearTokens, deviceKeyParts, isDeviceKey, isKeyOf, usedAt } from "./stored-keys.ts";

/** With the last dot: what the parts of one device begin with. */
const deviceOf = (key: string): string => key.slice(0, key.lastIndexOf(".") + 1);

/** Cognito's form. With another one it refuses a sign-in before it looks at the password. */
const deviceKeyForm = /^[\w-]{1,40}_[0-9a-f-]{36}$/;
const trustedMs = limits.trustedBrowserDays * dayMs;

/** A damaged key, and one that was not used for long, is dropped: Cognito would refuse the sign-in, or ask for no code. */
function trusted(key: string): string | null | undefined {
  if (!isDeviceKey(key)) return null;
  return orUndefined(() => {
    const device = deviceOf(key);
    const isWhole =
      deviceKeyForm.test(localStorage.getItem(`${device}deviceKey`) ?? "") &&
      deviceKeyParts.every((part) => localStorage.getItem(device + part));
    // Browsers that were trusted before this was written down have no time.
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
 * Amplify's token storage: session storage, or memory if the browser refuses to read or write it. Another tab on
 * /signin clears local storage, and must not sign this one out. A reload loses tokens in memory.
 *
 * Cognito hands a device key to every sign-in. It belongs to the session like its tokens, and goes to local storage only
 * when the customer asks to have this browser trusted (`trustDevice`): there the next session finds it.
 */
export const tokenStorage = {
  setItem: async (key: string, value: string): Promise<void> => tabStorage.write(key, value),

  getItem: async (key: string): Promise<string | null> => tabStorage.read(key) ?? trusted(key) ?? null,

  /** Amplify removes a device key when Cognito does not know the device any more. */
  async removeItem(key: string): Promise<void> {
    tabStorage.remove(key);
    if (isDeviceKey(key)) forgetTrusted(deviceOf(key));
  },

  clear: async (): Promise<void> => clearTokens(),
};

/** The storage keys of the signed-in customer's device. */
async function deviceKeys(userPoolClientId: string): Promise<string[]> {
  const client = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const user = await tokenStorage.getItem(`${client}.LastAuthUser`);
  return deviceKeyParts.map((part) => `${client}.${user}.${part}`);
}

/** Keeps the device for later sessions in this browser, if it keeps anything. */
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

/** From now on the device ends with the session. */
export async function distrustDevice(userPoolClientId: string): Promise<void> {
  const keys = await deviceKeys(userPoolClientId);
  const values = await Promise.all(keys.map(tokenStorage.getItem));
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? null;
    forgetTrusted(deviceOf(key));
    if (value !== null) await tokenStorage.setItem(key, value);
  }
}

/** In the place of a device's password: it only has its session's tokens renewed, and cannot prove itself. */
export const noDevicePassword = "none";

/** A part of this browser's device, for a sign-in that may name it. */
async function provableDevice(key: string): Promise<string | null> {
  const password = await tokenStorage.getItem(`${deviceOf(key)}randomPasswordKey`);
  return password === noDevicePassword ? null : tokenStorage.getItem(key);
}

/**
 * An empty store for the tokens of another sign-in, which sees this browser's device keys: a trusted browser stays one.
 * `commit` puts its tokens in the place of the session's.
 */
export function createTokenOverlay() {
  const own = new Map<string, string>();
  let device: string | undefined;
  /** Amplify reads the device's password beside the customer's, and again once Cognito has taken that and asks the device to prove itself. */
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
    /** Forgets the device that had to prove itself. False if none had to: then it was the customer's password that was refused. */
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
