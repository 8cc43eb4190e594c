import { isDeviceKey } from "./trusted-browser.ts";

/**
 * Amplify's token storage: session storage, or memory if the browser refuses to read or write it. Another tab on
 * /signin clears local storage, and must not sign this one out. A reload loses tokens in memory.
 *
 * Cognito hands a device key to every sign-in. It belongs to the session like its tokens, and goes to local storage only
 * when the customer asks to have this browser trusted (`trust-device.ts`): there the next session finds it.
 */
const memory = new Map<string, string>();

function within<T>(storage: () => Storage, work: (storage: Storage) => T): T | undefined {
  try {
    return work(storage());
  } catch {
    return undefined;
  }
}
const inSession = <T>(work: (storage: Storage) => T) => within(() => sessionStorage, work);
const inLocal = <T>(work: (storage: Storage) => T) => within(() => localStorage, work);

const trusted = (key: string): string | null | undefined =>
  isDeviceKey(key) ? inLocal((storage) => storage.getItem(key)) : null;

export const tokenStorage = {
  async setItem(key: string, value: string): Promise<void> {
    const stored = inSession((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (stored) memory.delete(key);
    else memory.set(key, value);
  },

  async getItem(key: string): Promise<string | null> {
    return memory.get(key) ?? inSession((storage) => storage.getItem(key)) ?? trusted(key) ?? null;
  },

  /** Amplify removes a device key when Cognito does not know the device any more. */
  async removeItem(key: string): Promise<void> {
    memory.delete(key);
    inSession((storage) => storage.removeItem(key));
    if (isDeviceKey(key)) inLocal((storage) => storage.removeItem(key));
  },

  async clear(): Promise<void> {
    memory.clear();
    inSession((storage) => {
      for (const key of Object.keys(storage)) if (key.startsWith("Cognito")) storage.removeItem(key);
    });
  },
};
