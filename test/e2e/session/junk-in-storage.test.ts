/** Other applications of the domain, extensions and older versions of the site leave anything in the browser: no screen breaks by it. */
import { expect, test } from "vitest";
import { customerPaths, paths } from "#shared/site/paths.ts";
import { tabStorageKeys } from "#web/lib/storage/tab-storage.ts";
import { openAs, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { pathOf } from "../support/elements.ts";
import { portalUrl } from "../support/local.ts";

const { page, context } = startBrowser();

const junk = ["{", "null", "[[1]]", '{"step":{"a":[null]},"company":1}', "50%", "-1e400", '"\\ud800"'];
/** But for the signed-in customer and the token: without those there is no screen to show. */
const keys = tabStorageKeys.filter((key) => key !== "loginId" && key !== "idToken");
const cookies = ["browserId", "passkeyLoginId", "passkeyOfferDismissed", "dismissedNotices", "signedOut"];
const screens = [
  ...new Set([
    paths.signUp,
    paths.signIn,
    paths.passwordForgot,
    paths.passwordReset,
    paths.error,
    ...customerPaths,
  ]),
];

test("every screen opens with junk under every key", async () => {
  const customer = await createCustomer();
  const errors: string[] = [];
  page().on("pageerror", ({ message }) => errors.push(message));
  for (const [index, path] of screens.entries()) {
    const piece = (offset: number): string => junk[(index + offset) % junk.length] ?? "";
    await context().addCookies(
      cookies.map((name, offset) => ({
        name,
        value: piece(offset),
        url: portalUrl(),
      })),
    );
    await using _junk = await page().addInitScript(
      ({ entries, local }) => {
        for (const [key, value] of entries) sessionStorage.setItem(key, value);
        for (const [key, value] of local) localStorage.setItem(key, value);
      },
      {
        entries: keys.map((key, offset): [string, string] => [key, piece(offset)]),
        local: [...keys, `CognitoIdentityServiceProvider.x.${customer.loginId}.deviceKey`].map(
          (key, offset): [string, string] => [key, piece(offset)],
        ),
      },
    );
    await openAs(page(), customer, path);
    await page().getByRole("heading", { level: 1 }).waitFor();
    const shown = pathOf(page());
    expect([path, shown === paths.error && path !== paths.error, errors]).toEqual([path, false, []]);
  }
});
