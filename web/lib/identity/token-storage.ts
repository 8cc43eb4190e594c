/**
 * Where Amplify keeps its tokens: local storage, or memory where the browser refuses to read or write it (specification
 * section 3). What is in memory only, a reload forgets.
 */
const memory = new Map<string, string>();

function locally<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

export const tokenStorage = {
  async setItem(key: string, value: string): Promise<void> {
    const stored = locally((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (stored) memory.delete(key);
    else memory.set(key, value);
  },

  async getItem(key: string): Promise<string | null> {
    return memory.get(key) ?? locally((storage) => storage.getItem(key)) ?? null;
  },

  async removeItem(key: string): Promise<void> {
    memory.delete(key);
    locally((storage) => storage.removeItem(key));
  },

  async clear(): Promise<void> {
    memory.clear();
    locally((storage) => storage.clear());
  },
};
