import { tokenStorage } from "./token-storage.ts";

const parts = ["deviceKey", "deviceGroupKey", "randomPasswordKey"] as const;

/** The storage keys of the signed-in customer's device. */
async function deviceKeys(userPoolClientId: string): Promise<string[]> {
  const client = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const user = await tokenStorage.getItem(`${client}.LastAuthUser`);
  return parts.map((part) => `${client}.${user}.${part}`);
}

/** Keeps the device for later sessions in this browser. */
export async function trustDevice(userPoolClientId: string): Promise<void> {
  for (const key of await deviceKeys(userPoolClientId)) {
    const value = await tokenStorage.getItem(key);
    if (value !== null) localStorage.setItem(key, value);
  }
}

/** From now on the device ends with the session. */
export async function distrustDevice(userPoolClientId: string): Promise<void> {
  for (const key of await deviceKeys(userPoolClientId)) {
    const value = await tokenStorage.getItem(key);
    await tokenStorage.removeItem(key);
    if (value !== null) await tokenStorage.setItem(key, value);
  }
}
