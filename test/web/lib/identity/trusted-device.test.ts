/** A trusted browser signs in with its device's key, through the site's own modules and Amplify, in front of the Cognito emulator. */
import { rememberDevice } from "aws-amplify/auth";
import { beforeEach, expect, it, vi } from "vitest";
import { ClientId, password } from "#test/scripts/local/emulators/cognito/pool.ts";
import { distrustBrowsers } from "#web/lib/identity/challenges/trusted-browsers.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";
import { currentSession, signOut } from "#web/lib/identity/tokens/current-session.ts";
import { trustDevice } from "#web/lib/identity/tokens/token-storage.ts";
import { addAuthenticator, signedInBrowser } from "./signed-in-browser.ts";

// With a `document` Amplify takes this process for a browser.
vi.mock(import("#web/lib/browser/cookie.ts"), () => ({
  readCookie: () => "a".repeat(32),
  writeCookie: () => undefined,
}));

const browser = signedInBrowser();
beforeEach(async () => {
  await addAuthenticator(browser.pool);
  await rememberDevice();
  await trustDevice(ClientId);
  await signOut();
  browser.asked = [];
});

const keyOf = (part: string): string =>
  Object.keys(browser.local).find((key) => key.endsWith(`.${part}`)) ?? "";
const stored = () =>
  Object.keys(browser.local)
    .map((key) => key.split(".").at(-1))
    .sort();
const unknownKey = "ap-northeast-1_00000000-0000-4000-8000-000000000000";
const whole = ["deviceGroupKey", "deviceKey", "deviceUsedAt", "randomPasswordKey"];

it("is asked for no code, also after a wrong password, which is tried once", async () => {
  const refused = signIn("taro", "Wrong-Horse-1");
  await expect(refused).rejects.toMatchObject({ code: "NotAuthorizedException" });
  expect(browser.asked.filter((operation) => operation === "InitiateAuth")).toHaveLength(1);
  expect(stored()).toEqual(whole);
  browser.local[keyOf("deviceUsedAt")] = String(Date.now() - 1000);
  const before = browser.local[keyOf("deviceUsedAt")];
  expect(await signIn("taro", password)).toBe("done");
  expect(Number(browser.local[keyOf("deviceUsedAt")])).toBeGreaterThan(Number(before));
});

it.each([
  ["password", "randomPasswordKey", "damaged"],
  ["group", "deviceGroupKey", "-damaged"],
  ["key", "deviceKey", unknownKey],
  ["key's form", "deviceKey", "50%"],
])("a browser with a damaged %s is trusted no more, and asked for the code", async (_, part, junk) => {
  browser.local[keyOf(part)] = junk;
  expect(await signIn("taro", password)).toEqual({ kind: "app-code" });
  expect(stored()).toEqual([]);
});

it("keeps a trusted browser whose proof Cognito does not answer", async () => {
  const { fetch: next } = globalThis;
  vi.stubGlobal("fetch", async (...[address, init]: Parameters<typeof fetch>) => {
    if (String(init?.body).includes("DEVICE_PASSWORD_VERIFIER")) throw new TypeError("Failed to fetch");
    return next(address, init);
  });
  await expect(signIn("taro", password)).rejects.toThrow();
  expect(stored()).toEqual(whole);
});

it("loses its trust where another browser's cannot be taken away", async () => {
  const own = String(browser.local[keyOf("deviceKey")]);
  await signIn("taro", password);
  const { fetch: next } = globalThis;
  const busy = "ap-northeast-1_00000000-0000-4000-8000-000000000001";
  vi.stubGlobal("fetch", async (...[address, init]: Parameters<typeof fetch>) =>
    String(init?.body).includes(busy)
      ? Response.json({ __type: "InternalErrorException" }, { status: 400 })
      : next(address, init),
  );
  await expect(distrustBrowsers([busy, own])).rejects.toMatchObject({ code: "InternalErrorException" });
  expect(stored()).toEqual([]);
  expect(await currentSession({ refresh: true })).toMatchObject({ loginId: "taro" });
  await signOut();
  expect(await signIn("taro", password)).toEqual({ kind: "app-code" });
});

it("takes a browser that was forgotten elsewhere for one that is trusted no more", async () => {
  await signIn("taro", password);
  await expect(distrustBrowsers([unknownKey])).resolves.toBeUndefined();
});
