import { orUndefined } from "./or-undefined.ts";

/** Session storage. Where the browser refuses to read or write it, memory: a page that forgets on reload is better than none. */
const memory = new Map<string, string>();

export const tabStorage = {
  read: (key: string): string | undefined =>
    memory.get(key) ?? orUndefined(() => sessionStorage.getItem(key)) ?? undefined,

  write(key: string, text: string): void {
    memory.delete(key);
    const isStored = orUndefined(() => {
      sessionStorage.setItem(key, text);
      return true;
    });
    if (!isStored) memory.set(key, text);
  },

  remove(key: string): void {
    memory.delete(key);
    orUndefined(() => sessionStorage.removeItem(key));
  },

  keys: (): string[] => [...memory.keys(), ...(orUndefined(() => Object.keys(sessionStorage)) ?? [])],

  clear(): void {
    memory.clear();
    orUndefined(() => sessionStorage.clear());
  },
};
