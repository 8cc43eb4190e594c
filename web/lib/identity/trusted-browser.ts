/** Keys that `trust-device.ts` stores: of no use without the customer's own password. */
export const isDeviceKey = (key: string): boolean =>
  /^Cognito.+\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key);

function removeKeys(storage: () => Storage, isRemoved: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage())) if (isRemoved(key)) storage().removeItem(key);
  } catch {
    // Switched off: there is nothing in it.
  }
}

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself, and this tab's
 * tokens with it. Without a trusted browser nothing remains.
 */
export function clearTokens(): void {
  removeKeys(
    () => localStorage,
    (key) => !isDeviceKey(key),
  );
  removeKeys(
    () => sessionStorage,
    (key) => key.startsWith("CognitoIdentityServiceProvider."),
  );
}
