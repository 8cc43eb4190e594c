import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markTrusted } from "../../../web/lib/identity/mark-trusted.ts";
import { clearLocalStorage } from "../../../web/lib/identity/trusted-browser.ts";

/** As a browser's: its entries are its own enumerable properties. */
class FakeStorage {
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
Object.assign(FakeStorage.prototype, methods);
for (const name of Object.keys(methods))
  Object.defineProperty(FakeStorage.prototype, name, { enumerable: false });

const use = (storage: object) => vi.stubGlobal("localStorage", storage);
const load = async () => (await import("../../../web/lib/identity/token-storage.ts")).tokenStorage;

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("tokens", () => {
  it("are in local storage", async () => {
    const storage = new FakeStorage();
    use(storage);
    const tokens = await load();
    await tokens.setItem("a", "1");
    expect({ ...storage }).toEqual({ a: "1" });
    expect(await tokens.getItem("a")).toBe("1");
    await tokens.removeItem("a");
    expect(await tokens.getItem("a")).toBeNull();
  });

  it("are in memory where local storage may not even be looked at", async () => {
    vi.stubGlobal("localStorage", undefined);
    const tokens = await load();
    await tokens.setItem("a", "1");
    expect(await tokens.getItem("a")).toBe("1");
    expect(await tokens.getItem("b")).toBeNull();
    await tokens.clear();
    expect(await tokens.getItem("a")).toBeNull();
  });

  it("are in memory once local storage is full, the newest value counting", async () => {
    const storage = new FakeStorage({ a: "old" });
    use(storage);
    const tokens = await load();
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    await tokens.setItem("a", "new");
    expect(await tokens.getItem("a")).toBe("new");
    await tokens.removeItem("a");
    expect(await tokens.getItem("a")).toBeNull();
  });
});

const keysOf = (user: string, deviceKey: string) => ({
  [`CognitoIdentityServiceProvider.client.${user}.deviceKey`]: deviceKey,
  [`CognitoIdentityServiceProvider.client.${user}.deviceGroupKey`]: "group",
  [`CognitoIdentityServiceProvider.client.${user}.randomPasswordKey`]: "random",
});

describe("/signin clears local storage", () => {
  const lastUser = { "CognitoIdentityServiceProvider.client.LastAuthUser": "taro" };
  const token = { "CognitoIdentityServiceProvider.client.taro.idToken": "token" };

  it("to the last key when no browser is trusted", () => {
    const storage = new FakeStorage({ ...keysOf("taro", "d1"), ...lastUser, ...token, other: "1" });
    use(storage);
    clearLocalStorage();
    expect({ ...storage }).toEqual({});
  });

  it("but for the device keys of those who trust this browser", () => {
    const storage = new FakeStorage({
      ...keysOf("taro", "d1"),
      ...keysOf("hanako", "d2"),
      ...lastUser,
      ...token,
      other: "1",
    });
    use(storage);
    markTrusted();
    clearLocalStorage();
    expect({ ...storage }).toEqual({
      ...keysOf("taro", "d1"),
      "CognitoIdentityServiceProvider.client.taro.trusted": "d1",
    });
  });

  it("of a device that Cognito replaced as well", () => {
    const storage = new FakeStorage({ ...keysOf("taro", "d1"), ...lastUser });
    use(storage);
    markTrusted();
    Object.assign(storage, keysOf("taro", "d3"));
    clearLocalStorage();
    expect({ ...storage }).toEqual({});
  });

  it("and copes without one", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(clearLocalStorage).not.toThrow();
  });
});
