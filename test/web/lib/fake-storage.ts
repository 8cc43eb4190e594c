/** As a browser's: its entries are its own enumerable properties. */
export class FakeStorage {
  [key: string]: unknown;
  constructor(entries: Record<string, string> = {}) {
    Object.assign(this, entries);
  }
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}
