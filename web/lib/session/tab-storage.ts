/** Session storage. Where the browser refuses to read or write it, memory: a page that forgets on reload is better than none. */
const memory = new Map<string, string>();

function attempt<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const tabStorage = {
  read: (key: string): string | undefined =>
    memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,

  write(key: string, text: string): void {
    memory.delete(key);
    const isStored = attempt((storage) => {
      storage.setItem(key, text);
      return true;
    });
    if (!isStored) memory.set(key, text);
  },

  remove(key: string): void {
    memory.delete(key);
    attempt((storage) => storage.removeItem(key));
  },

  keys: (): string[] => [...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],

  clear(): void {
    memory.clear();
    attempt((storage) => storage.clear());
  },
};
