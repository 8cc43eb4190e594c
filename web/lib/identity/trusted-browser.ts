/** Keys that `trust-device.ts` stores: of no use without the customer's own password. */
export const isDeviceKey = (key: string): boolean =>
  /^Cognito.+\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key);

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself. A session is in
 * session storage: the signed-in customer's session stays complete.
 */
export function clearLocalStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!isDeviceKey(key)) localStorage.removeItem(key);
  } catch {
    // Switched off: there is nothing in it.
  }
}
