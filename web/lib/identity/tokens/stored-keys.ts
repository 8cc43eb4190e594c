/** The keys in the browser's storage, and clearing them. Light: the first screen needs it. */
import { orUndefined } from "../../browser/or-undefined.ts";
import { tabStorage } from "../../browser/tab-storage.ts";

/** The parts of a device's key: of no use without the customer's own password. */
export const deviceKeyParts = ["deviceKey", "deviceGroupKey", "randomPasswordKey"] as const;
/** Beside the key of a trusted browser: when it last signed in, in milliseconds since the epoch. */
export const usedAt = "deviceUsedAt";

export const isKeyOf = (key: string, names: readonly string[]): boolean =>
  key.startsWith("Cognito") && names.some((name) => key.endsWith(`.${name}`));

export const isDeviceKey = (key: string): boolean => isKeyOf(key, deviceKeyParts);

/** Forgets the tokens of this tab's session. */
export function clearTokens(): void {
  for (const key of tabStorage.keys()) if (key.startsWith("Cognito")) tabStorage.remove(key);
}

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself. A session is in
 * session storage: the signed-in customer's session stays complete.
 */
export function clearLocalStorage(): void {
  orUndefined(() => {
    for (const key of Object.keys(localStorage))
      if (!isKeyOf(key, [...deviceKeyParts, usedAt])) localStorage.removeItem(key);
  });
}
