import { orUndefined } from "../browser/or-undefined.ts";

/** Holds values that the browser refuses to store. A reload loses them. */
const memory = new Map<string, string>();

/** Session storage as text. If the browser refuses to read or write it, values are kept in memory. */
export const rawTabStorage = {
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
