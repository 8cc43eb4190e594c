/** A trusted browser signs in with its device's key, through the site's own modules and Amplify, in front of the Cognito emulator. */
import { rememberDevice } from "aws-amplify/auth";
import { beforeEach, expect, it, vi } from "vitest";
import { ClientId, password } from "#test/scripts/local/emulators/cognito/pool.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";
import { signOut } from "#web/lib/identity/tokens/session.ts";
import { trustDevice } from "#web/lib/identity/tokens/token-storage.ts";
import { addAuthenticator, signedInBrowser } from "./signed-in-browser.ts";

// With a `document` Amplify takes this process for a browser.
vi.mock(import("#web/lib/session/cookie.ts"), () => ({
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
  ["key", "deviceKey", "ap-northeast-1_00000000-0000-4000-8000-000000000000"],
  ["key's form", "deviceKey", "50%"],
])(
  "with a damaged %s the browser is trusted no more, and the right password goes on to the code",
  async (_, part, junk) => {
    browser.local[keyOf(part)] = junk;
    expect(await signIn("taro", password)).toEqual({ kind: "app-code" });
    expect(stored()).toEqual([]);
  },
);

it("keeps a trusted browser whose proof Cognito does not answer", async () => {
  const { fetch: next } = globalThis;
  vi.stubGlobal("fetch", async (...[address, init]: Parameters<typeof fetch>) => {
    if (String(init?.body).includes("DEVICE_PASSWORD_VERIFIER")) throw new TypeError("Failed to fetch");
    return next(address, init);
  });
  await expect(signIn("taro", password)).rejects.toThrow();
  expect(stored()).toEqual(whole);
});
