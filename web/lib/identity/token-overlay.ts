import { isDeviceKey, tokenStorage } from "./token-storage.ts";

/**
 * An empty store for the tokens of another sign-in, which sees this browser's device keys: a trusted browser stays one.
 * `commit` puts its tokens in the place of the session's.
 */
export function createTokenOverlay() {
  const own = new Map<string, string>();
  return {
    async getItem(key: string): Promise<string | null> {
      return own.get(key) ?? (isDeviceKey(key) ? tokenStorage.getItem(key) : null);
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
    },
  };
}
