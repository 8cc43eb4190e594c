import { tabStorage } from "../../tab-storage.ts";

/** The parts of a device's key: of no use without the customer's own password. */
const parts = ["deviceKey", "deviceGroupKey", "randomPasswordKey"] as const;

export const isDeviceKey = (key: string): boolean =>
  key.startsWith("Cognito") && parts.some((part) => key.endsWith(`.${part}`));

/**
 * Amplify's token storage: session storage, or memory if the browser refuses to read or write it. Another tab on
 * /signin clears local storage, and must not sign this one out. A reload loses tokens in memory.
 *
 * Cognito hands a device key to every sign-in. It belongs to the session like its tokens, and goes to local storage only
 * when the customer asks to have this browser trusted (`trustDevice`): there the next session finds it.
 */
function inLocal<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

const trusted = (key: string): string | null | undefined =>
  isDeviceKey(key) ? inLocal((storage) => storage.getItem(key)) : null;

export const tokenStorage = {
  setItem: async (key: string, value: string): Promise<void> => tabStorage.write(key, value),

  getItem: async (key: string): Promise<string | null> => tabStorage.read(key) ?? trusted(key) ?? null,

  /** Amplify removes a device key when Cognito does not know the device any more. */
  async removeItem(key: string): Promise<void> {
    tabStorage.remove(key);
    if (isDeviceKey(key)) inLocal((storage) => storage.removeItem(key));
  },

  async clear(): Promise<void> {
    for (const key of tabStorage.keys()) if (key.startsWith("Cognito")) tabStorage.remove(key);
  },
};

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

/**
 * Clears local storage (specification section 2, /signin) down to what lets a trusted browser prove itself. A session is in
 * session storage: the signed-in customer's session stays complete.
 */
export function clearLocalStorage(): void {
  inLocal((storage) => {
    for (const key of Object.keys(storage)) if (!isDeviceKey(key)) storage.removeItem(key);
  });
}

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
