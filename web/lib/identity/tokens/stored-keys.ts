/** Amplify's keys in the browser's storage. A small file, because the first screen needs it. */
import { orUndefined } from "../../browser/or-undefined.ts";
import { rawTabStorage } from "../../storage/raw-tab-storage.ts";

/** The parts of a device key. They are useless without the customer's password. */
export const deviceKeyParts = ["deviceKey", "deviceGroupKey", "randomPasswordKey"] as const;
/** The part beside a trusted browser's device key with its last sign-in, in epoch milliseconds. */
export const usedAt = "deviceUsedAt";

export const isKeyOf = (key: string, names: readonly string[]): boolean =>
  key.startsWith("Cognito") && names.some((name) => key.endsWith(`.${name}`));

export const isDeviceKey = (key: string): boolean => isKeyOf(key, deviceKeyParts);

/** Removes the session's tokens from session storage. */
export function clearTokens(): void {
  for (const key of rawTabStorage.keys()) if (key.startsWith("Cognito")) rawTabStorage.remove(key);
}

/**
 * Clears local storage (specification section 2, /signin) except for the device keys of trusted browsers. The
 * session's tokens are in session storage.
 */
export function clearLocalStorage(): void {
  orUndefined(() => {
    for (const key of Object.keys(localStorage))
      if (!isKeyOf(key, [...deviceKeyParts, usedAt])) localStorage.removeItem(key);
  });
}
