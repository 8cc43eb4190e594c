/** The site's own modules and Amplify, in front of the Cognito emulator. */
import { rememberDevice } from "aws-amplify/auth";
import { beforeEach, expect, it, vi } from "vitest";
import { ClientId, password } from "#test/scripts/local/emulators/cognito/pool.ts";
import { appCode, wrongAppCode } from "#test/scripts/local/emulators/cognito/second-factor.ts";
import { createReauthentication } from "#web/lib/identity/password/reauthenticate.ts";
import { currentSession, signOut } from "#web/lib/identity/tokens/current-session.ts";
import { addAuthenticator, signedInBrowser } from "./signed-in-browser.ts";

// With a `document` Amplify takes this process for a browser.
vi.mock(import("#web/lib/browser/cookie.ts"), () => ({
  readCookie: () => "a".repeat(32),
  writeCookie: () => undefined,
}));

const browser = signedInBrowser();
const taken: string[] = [];
const again = () => createReauthentication("taro", (idToken) => taken.push(idToken));
beforeEach(() => {
  taken.length = 0;
});

const tokens = () => ({ ...browser.session });
const storedValue = (name: string): string =>
  String(Object.entries(browser.session).find(([key]) => key.endsWith(`.${name}`))?.[1]);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const storedSession = () => ({
  RefreshToken: storedValue("refreshToken"),
  DeviceKey: storedValue("deviceKey"),
});
const refresh = (session: ReturnType<typeof storedSession>): Promise<number> =>
  browser
    .fetch(browser.pool.url, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.GetTokensFromRefreshToken",
      },
      body: JSON.stringify({ ClientId, ...session }),
    })
    .then(({ status }) => status);

it("takes the place of the session, whose own sign-in ends", async () => {
  const replaced = storedSession();
  const { origin_jti } = claimsOf(storedValue("idToken"));
  expect(await again().enterPassword(password)).toBe("done");
  expect(taken).toEqual([storedValue("idToken")]);
  // Another sign-in, with an `auth_time` of its own.
  expect(claimsOf(storedValue("idToken")).origin_jti).not.toBe(origin_jti);
  await expect.poll(() => refresh(replaced)).toBe(400);
  expect(await refresh(storedSession())).toBe(200);
  expect(await currentSession()).toMatchObject({ loginId: "taro", idToken: storedValue("idToken") });
});

/** Holds the renewal that begins next: Cognito answers it before or after what happens meanwhile. */
function holdRenewal(cognitoAnswers: "before" | "after"): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch: next } = globalThis;
  let isFirst = true;
  vi.stubGlobal("fetch", async (...[address, init]: Parameters<typeof fetch>) => {
    const target = new Headers(init?.headers).get("x-amz-target") ?? "";
    if (!isFirst || !target.endsWith("GetTokensFromRefreshToken")) return next(address, init);
    isFirst = false;
    const early = cognitoAnswers === "before" ? await next(address, init) : undefined;
    await promise;
    return early ?? next(address, init);
  });
  return resolve;
}

it.each(["before", "after"] as const)(
  "keeps its place when a renewal was under way that Cognito answers %s it",
  async (cognitoAnswers) => {
    const replaced = storedSession();
    const letGo = holdRenewal(cognitoAnswers);
    const renewing = currentSession({ refresh: true });
    await again().enterPassword(password);
    await expect.poll(() => refresh(replaced)).toBe(400);
    const { idToken, origin_jti } = { idToken: storedValue("idToken"), ...claimsOf(storedValue("idToken")) };
    letGo();
    expect(await renewing).toMatchObject({ loginId: "taro", idToken });
    expect(claimsOf(storedValue("idToken")).origin_jti).toBe(origin_jti);
    expect(await refresh(storedSession())).toBe(200);
  },
);

it("leaves the session alone when the password is wrong, for another try", async () => {
  const before = tokens();
  const proof = again();
  await expect(proof.enterPassword("Wrong-Horse-1")).rejects.toMatchObject({
    code: "NotAuthorizedException",
  });
  expect([tokens(), taken]).toEqual([before, []]);
  expect(await proof.enterPassword(password)).toBe("done");
});

it("asks for the app's code, and meanwhile the session goes on", async () => {
  const secret = await addAuthenticator(browser.pool);
  const before = storedValue("idToken");
  const proof = again();
  expect(await proof.enterPassword(password)).toEqual({ kind: "app-code" });
  expect(await currentSession()).toMatchObject({ idToken: before });
  await expect(proof.answerCode(wrongAppCode(browser.pool, secret))).rejects.toMatchObject({
    code: "CodeMismatchException",
  });
  expect(await currentSession()).toMatchObject({ idToken: before });
  expect(await proof.answerCode(appCode(browser.pool, secret))).toBe("done");
  expect(taken).toEqual([storedValue("idToken")]);
});

it("asks a trusted browser for no code", async () => {
  await addAuthenticator(browser.pool);
  await rememberDevice();
  const device = storedValue("deviceKey");
  expect(await again().enterPassword(password)).toBe("done");
  expect(storedValue("deviceKey")).toBe(device);
  await signOut();
});
