import { tokenStorage } from "./token-storage.ts";

const parts = ["deviceKey", "deviceGroupKey", "randomPasswordKey"] as const;

/** Keeps the device key of whoever is signed in to the app client, for later sessions in this browser. */
export async function trustDevice(userPoolClientId: string): Promise<void> {
  const client = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const user = await tokenStorage.getItem(`${client}.LastAuthUser`);
  for (const part of parts) {
    const key = `${client}.${user}.${part}`;
    const value = await tokenStorage.getItem(key);
    if (value !== null) localStorage.setItem(key, value);
  }
}
