/** As a browser's: its entries are its own enumerable properties. */
export class FakeStorage {
  [key: string]: unknown;
  constructor(entries: Record<string, string> = {}) {
    Object.assign(this, entries);
  }
}
const methods = {
  getItem(this: Record<string, string>, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
  clear(this: Record<string, string>) {
    for (const key of Object.keys(this)) delete this[key];
  },
};
for (const [name, value] of Object.entries(methods))
  Object.defineProperty(FakeStorage.prototype, name, { value, writable: true });
