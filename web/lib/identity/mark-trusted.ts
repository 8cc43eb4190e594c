const lastUser = /^(CognitoIdentityServiceProvider\..+\.)LastAuthUser$/;

/** Marks the device key of whoever is signed in, for `trusted-browser.ts` to spare. Apart, as /signin never needs it. */
export function markTrusted(): void {
  for (const [key, user] of Object.entries(localStorage)) {
    const client = lastUser.exec(key)?.[1];
    if (client === undefined) continue;
    const deviceKey = localStorage.getItem(`${client}${user}.deviceKey`);
    if (deviceKey !== null) localStorage.setItem(`${client}${user}.trusted`, deviceKey);
  }
}
