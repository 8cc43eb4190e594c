/** What `trust-device.ts` keeps: of no use without the customer's own password. */
const deviceKey = /^Cognito.+\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/;

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself. Without a
 * trusted browser nothing remains.
 */
export function clearLocalStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!deviceKey.test(key)) localStorage.removeItem(key);
  } catch {
    // Switched off: there is nothing in it.
  }
}
