import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStorage } from "#test/web/lib/fake-storage.ts";
import { clearLocalStorage } from "#web/lib/identity/tokens/stored-keys.ts";

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
const d1 = "ap-northeast-1_11111111-0000-4000-8000-000000000000";
const d2 = "ap-northeast-1_22222222-0000-4000-8000-000000000000";
const keysOf = (user: string, deviceKey: string) => ({
  [`${client}.${user}.deviceKey`]: deviceKey,
  [`${client}.${user}.deviceGroupKey`]: "group",
  [`${client}.${user}.randomPasswordKey`]: "random",
});
const usedAt = <T>(user: string, at: T) => ({ [`${client}.${user}.deviceUsedAt`]: at });
const lastUser = { [`${client}.LastAuthUser`]: "taro" };
const trust = async (): Promise<void> =>
  (await import("#web/lib/identity/tokens/token-storage.ts")).trustDevice("client");

describe("a device key", () => {
  it("ends with the session unless the browser is trusted", async () => {
    const local = use("localStorage");
    use("sessionStorage", { ...keysOf("taro", d1), ...lastUser });
    expect({ ...local }).toEqual({});
    await trust();
    expect({ ...local }).toEqual({
      ...keysOf("taro", d1),
      ...usedAt("taro", expect.stringMatching(/^\d{13}$/)),
    });
  });

  it("is found by the next session, until Cognito has a new one or forgets it", async () => {
    const key = `${client}.taro.deviceKey`;
    const local = use("localStorage", keysOf("taro", d1));
    use("sessionStorage");
    const tokens = await load();
    expect(await tokens.getItem(key)).toBe(d1);
    await tokens.setItem(key, d2);
    expect(await tokens.getItem(key)).toBe(d2);
    await tokens.removeItem(key);
    expect(await tokens.getItem(key)).toBeNull();
    expect({ ...local }).not.toHaveProperty([key]);
  });
});

describe("a device key that is of no use is dropped", () => {
  const day = 24 * 60 * 60_000;
  const daysAgo = (days: number) => usedAt("taro", String(Date.now() - days * day));
  const read = async () => (await load()).getItem(`${client}.taro.deviceKey`);

  it.each([
    ["in another form", { [`${client}.taro.deviceKey`]: "50%" }],
    ["without its group", { [`${client}.taro.deviceGroupKey`]: "" }],
    ["without its password", { [`${client}.taro.randomPasswordKey`]: "" }],
    ["not used for half a year", daysAgo(180)],
    ["used at no time", usedAt("taro", "junk")],
  ])("%s", async (_, damage) => {
    use("sessionStorage");
    const local = use("localStorage", { ...keysOf("taro", d1), ...keysOf("hanako", d2), ...damage });
    expect(await read()).toBeNull();
    expect({ ...local }).toEqual(keysOf("hanako", d2));
  });

  it("one that was used since, or that has no time yet, stays", async () => {
    use("sessionStorage");
    use("localStorage", { ...keysOf("taro", d1), ...daysAgo(179) });
    expect(await read()).toBe(d1);
    use("localStorage", keysOf("taro", d1));
    expect(await read()).toBe(d1);
  });
});

describe("clearing local storage on /signin", () => {
  it("removes every key when no browser is trusted", () => {
    const storage = use("localStorage", { ...lastUser, [`${client}.taro.idToken`]: "token", other: "1" });
    clearLocalStorage();
    expect({ ...storage }).toEqual({});
  });

  it("keeps the device keys of customers who trust this browser", () => {
    const storage = use("localStorage", { ...keysOf("taro", d1), ...keysOf("hanako", d2), other: "1" });
    clearLocalStorage();
    expect({ ...storage }).toEqual({ ...keysOf("taro", d1), ...keysOf("hanako", d2) });
  });

  it("keeps session storage, which has the session", () => {
    const session = use("sessionStorage", { ...keysOf("taro", d1), ...lastUser, userDetailInfo: "{}" });
    clearLocalStorage();
    expect({ ...session }).toEqual({ ...keysOf("taro", d1), ...lastUser, userDetailInfo: "{}" });
  });

  it("does not fail without local storage", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(clearLocalStorage).not.toThrow();
  });
});
