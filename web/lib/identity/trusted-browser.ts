/**
 * Whether this browser is trusted. Cognito hands a device key to every sign-in, so a mark of our own beside Amplify's
 * keys (`mark-trusted.ts`) tells which of them belong to a browser that the customer asked to have remembered.
 */
const deviceKeys = /^(Cognito.+\.)(?:deviceKey|deviceGroupKey|randomPasswordKey|trusted)$/;

function belongsToTrusted(key: string): boolean {
  const user = deviceKeys.exec(key)?.[1] ?? "";
  const mark = localStorage.getItem(`${user}trusted`);
  return mark !== null && mark === localStorage.getItem(`${user}deviceKey`);
}

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself: a device
 * key and its password, which are of no use without the customer's own. Without a trusted browser nothing remains.
 */
export function clearLocalStorage(): void {
  try {
    const kept = Object.entries(localStorage).filter(([key]) => belongsToTrusted(key));
    localStorage.clear();
    for (const [key, value] of kept) localStorage.setItem(key, value);
  } catch {
    // Switched off: there is nothing in it.
  }
}
