import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { openAs, sessionStorageOf, settled, signInHere, startBrowser } from "../support/browser.ts";
import { createCustomer, type Person } from "../support/customer.ts";
import { pathOf } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { expireTokens } from "../support/reauthentication.ts";

const { page } = startBrowser();

const pressed = (name: string) => page().getByRole("button", { name, exact: true }).click();

/** Holds the first such call; `answer` is what it is answered once it is let go. */
async function hold(
  address: string | RegExp,
  isHeld: (route: Route) => boolean,
  answer: (route: Route) => Promise<() => Promise<void>>,
) {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  await page().route(address, async (route) => {
    if (!isFirst || !isHeld(route)) return route.fallback();
    isFirst = false;
    const end = await answer(route);
    held.resolve();
    await release.promise;
    await end();
    released.resolve();
  });
  return {
    held: held.promise,
    letGo: async (): Promise<void> => {
      release.resolve();
      await released.promise;
      await settled(page());
    },
  };
}

const isRenewal = (route: Route): boolean =>
  /GetTokensFromRefreshToken|InitiateAuth/.test(route.request().headers()["x-amz-target"] ?? "");

/** A renewal that Cognito has done, or refuses, because it comes to it after the sign-out. */
const holdRenewal = async (outcome: "done" | "refused") =>
  hold(`${(await local.services()).cognito?.endpoint}/**`, isRenewal, async (route) => {
    const response = outcome === "done" ? await route.fetch() : undefined;
    return () => (response ? route.fulfill({ response }) : route.continue());
  });

async function signOutDuringRenewal(person: Parameters<typeof openAs>[1], outcome: "done" | "refused") {
  await openAs(page(), person);
  await page().getByRole("button", { name: "マニュアルダウンロード" }).waitFor();
  await settled(page());
  const renewal = await holdRenewal(outcome);
  await expireTokens(page());
  await pressed("マニュアルダウンロード");
  await renewal.held;
  await pressed("ログアウト");
  await page().waitForURL("**/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  return renewal;
}

/** In the page that the person before has signed out in, without loading it again. */
async function signInAs(person: Person): Promise<void> {
  await signInHere(page(), person);
  await page().getByRole("button", { name: "マニュアルダウンロード" }).waitFor();
}

const identityOf = async () => {
  const stored = await sessionStorageOf(page());
  const entry = (end: string) => Object.entries(stored).find(([key]) => key.endsWith(end))?.[1];
  return {
    loginId: stored.loginId,
    lastUser: entry(".LastAuthUser"),
    refreshTokens: Object.keys(stored).filter((key) => key.endsWith(".refreshToken")).length,
  };
};
const sessionOf = ({ loginId }: Person) => ({ loginId, lastUser: loginId, refreshTokens: 1 });

test.each(["done", "refused"] as const)(
  "a renewal that is %s after the sign-out leaves nothing behind",
  async (outcome) => {
    const [first, second] = [await createCustomer(), await createCustomer()];
    await (await signOutDuringRenewal(await createCustomer(), outcome)).letGo();
    expect(await sessionStorageOf(page())).toEqual({});

    const renewal = await signOutDuringRenewal(first, outcome);
    await signInAs(second);
    await renewal.letGo();
    expect(await identityOf()).toEqual(sessionOf(second));
    await pressed("マニュアルダウンロード");
    await page().getByRole("link", { name: "manual.zip" }).waitFor();
    expect(await identityOf()).toEqual(sessionOf(second));
  },
);

test("a page left while the person is being signed out leaves nothing behind", async () => {
  await openAs(page(), await createCustomer());
  await page().getByRole("button", { name: "マニュアルダウンロード" }).waitFor();
  const isRevocation = (route: Route) => /RevokeToken/.test(route.request().headers()["x-amz-target"] ?? "");
  const { endpoint } = (await local.services()).cognito ?? {};
  const revocation = await hold(`${endpoint}/**`, isRevocation, async (route) => () => route.abort());
  await pressed("ログアウト");
  await revocation.held;
  await page().goto("/favicon.svg");
  expect(await sessionStorageOf(page())).toEqual({});
});

test("a sign-in that was given up leaves nothing behind when Cognito answers at last", async () => {
  const person = await createCustomer();
  await page().clock.install();
  await page().goto("/signin");
  const isAnswer = (route: Route) =>
    /RespondToAuthChallenge/.test(route.request().headers()["x-amz-target"] ?? "");
  const { endpoint } = (await local.services()).cognito ?? {};
  const answer = await hold(`${endpoint}/**`, isAnswer, async (route) => {
    const response = await route.fetch();
    return () => route.fulfill({ response });
  });
  await signInHere(page(), person);
  await answer.held;
  await page().clock.fastForward(31_000);
  await page().getByText("サーバーからの応答がありませんでした").waitFor();
  await answer.letGo();
  // The identity library keeps the login ID until the sign-in is done, and confirms the device before.
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await page().goto("/signin/auth");
  await page().waitForURL("**/signin");
});

test("a renewal that is under way is not the next person's", async () => {
  const [first, second] = [await createCustomer(), await createCustomer()];
  const renewal = await signOutDuringRenewal(first, "done");
  await signInAs(second);
  await expireTokens(page());
  await pressed("マニュアルダウンロード");
  await page().getByRole("link", { name: "manual.zip" }).waitFor();
  await renewal.letGo();
  expect(await identityOf()).toEqual(sessionOf(second));
});

test.each([
  ["refused as signed out", 401, { error: { code: "unauthorized", message: "x" } }],
  ["done", 200, { result: { eraseAt: "2026-12-24T00:00:00.000Z" } }],
])("a call of the person before that is %s ends no session of the next", async (_, status, json) => {
  const [first, second] = [await createCustomer(), await createCustomer()];
  await openAs(page(), first, "/leave");
  await pressed("退会する");
  const closing = await hold(
    "**/api/account",
    () => true,
    async (route) => () => route.fulfill({ status, json }),
  );
  await page().getByRole("alertdialog").getByRole("button", { name: "退会する" }).click();
  await closing.held;
  await pressed("ログアウト");
  await page().waitForURL("**/signin");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await signInAs(second);
  await closing.letGo();
  expect(pathOf(page())).toBe("/menu");
  expect(await identityOf()).toEqual(sessionOf(second));
});
