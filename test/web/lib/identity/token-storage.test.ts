import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearLocalStorage } from "#web/lib/identity/tokens/token-storage.ts";

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

const load = async () => (await import("#web/lib/identity/tokens/token-storage.ts")).tokenStorage;
const use = (name: "localStorage" | "sessionStorage", entries: Record<string, string> = {}) => {
  const storage = new FakeStorage(entries);
  vi.stubGlobal(name, storage);
  return storage;
};

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("tokens", () => {
  it("are in session storage alone", async () => {
    const [session, local] = [use("sessionStorage"), use("localStorage")];
    const tokens = await load();
    await tokens.setItem("a", "1");
    expect([{ ...session }, { ...local }]).toEqual([{ a: "1" }, {}]);
    expect(await tokens.getItem("a")).toBe("1");
    await tokens.removeItem("a");
    expect(await tokens.getItem("a")).toBeNull();
  });

  it("are not taken from local storage", async () => {
    use("sessionStorage");
    use("localStorage", { "CognitoIdentityServiceProvider.client.taro.idToken": "planted" });
    expect(await (await load()).getItem("CognitoIdentityServiceProvider.client.taro.idToken")).toBeNull();
  });

  it("are in memory if session storage cannot be read", async () => {
    vi.stubGlobal("sessionStorage", undefined);
    const tokens = await load();
    await tokens.setItem("Cognito.a", "1");
    expect(await tokens.getItem("Cognito.a")).toBe("1");
    expect(await tokens.getItem("b")).toBeNull();
    await tokens.clear();
    expect(await tokens.getItem("Cognito.a")).toBeNull();
  });

  it("are in memory once session storage is full, the newest value counting", async () => {
    const storage = use("sessionStorage", { a: "old" });
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

const client = "CognitoIdentityServiceProvider.client";
const keysOf = (user: string, deviceKey: string) => ({
  [`${client}.${user}.deviceKey`]: deviceKey,
  [`${client}.${user}.deviceGroupKey`]: "group",
  [`${client}.${user}.randomPasswordKey`]: "random",
});
const lastUser = { [`${client}.LastAuthUser`]: "taro" };
const trust = async (): Promise<void> =>
  (await import("#web/lib/identity/tokens/token-storage.ts")).trustDevice("client");

describe("a device key", () => {
  it("ends with the session unless the browser is trusted", async () => {
    const local = use("localStorage");
    use("sessionStorage", { ...keysOf("taro", "d1"), ...lastUser });
    expect({ ...local }).toEqual({});
    await trust();
    expect({ ...local }).toEqual(keysOf("taro", "d1"));
  });

  it("is found by the next session, until Cognito has a new one or does not know it any more", async () => {
    const key = `${client}.taro.deviceKey`;
    const local = use("localStorage", keysOf("taro", "d1"));
    use("sessionStorage");
    const tokens = await load();
    expect(await tokens.getItem(key)).toBe("d1");
    await tokens.setItem(key, "d2");
    expect(await tokens.getItem(key)).toBe("d2");
    await tokens.removeItem(key);
    expect(await tokens.getItem(key)).toBeNull();
    expect({ ...local }).not.toHaveProperty([key]);
  });
});

describe("clearing local storage on /signin", () => {
  it("removes every key when no browser is trusted", () => {
    const storage = use("localStorage", { ...lastUser, [`${client}.taro.idToken`]: "token", other: "1" });
    clearLocalStorage();
    expect({ ...storage }).toEqual({});
  });

  it("keeps the device keys of customers who trust this browser", () => {
    const storage = use("localStorage", { ...keysOf("taro", "d1"), ...keysOf("hanako", "d2"), other: "1" });
    clearLocalStorage();
    expect({ ...storage }).toEqual({ ...keysOf("taro", "d1"), ...keysOf("hanako", "d2") });
  });

  it("keeps session storage, which has the session", () => {
    const session = use("sessionStorage", { ...keysOf("taro", "d1"), ...lastUser, userDetailInfo: "{}" });
    clearLocalStorage();
    expect({ ...session }).toEqual({ ...keysOf("taro", "d1"), ...lastUser, userDetailInfo: "{}" });
  });

  it("does not fail without local storage", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(clearLocalStorage).not.toThrow();
  });
});
