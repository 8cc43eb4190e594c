/** The common steps of the journeys through password, phone and e-mail change. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { holdRequests } from "./browser.ts";
import type { Tokens } from "./customer.ts";
import { button, expectFieldError, field } from "./elements.ts";
import { local } from "./local.ts";

/** A call of the identity provider's, as some other client would make it. */
export async function callCognito(operation: string, input: Record<string, unknown>): Promise<Response> {
  const { cognito } = await local.services();
  return fetch(cognito?.endpoint ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: cognito?.userPoolClientId, ...input }),
  });
}

/** Whether that browser's session can still be renewed: the refresh token belongs to the browser's device key. */
export async function canRenew({ stored }: Pick<Tokens, "stored">): Promise<boolean> {
  const storedValue = (name: string) => Object.entries(stored).find(([key]) => key.endsWith(`.${name}`))?.[1];
  const tokens = { RefreshToken: storedValue("refreshToken"), DeviceKey: storedValue("deviceKey") };
  return (await callCognito("GetTokensFromRefreshToken", tokens)).ok;
}

/** As if the customer had signed out everywhere, from another browser. */
export async function endSessions({ accessToken }: Tokens): Promise<void> {
  expect((await callCognito("GlobalSignOut", { AccessToken: accessToken })).ok).toBe(true);
}

/** Fills in, submits, and reads the sentence at each field that should have one; no other field has any. */
export async function expectRefusals(
  page: Page,
  submit: string,
  typed: Record<string, string>,
  refusals: Record<string, string>,
): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await button(page, submit).click();
  for (const [label, message] of Object.entries(refusals)) await expectFieldError(page, label, message);
  for (const label of Object.keys(typed).filter((each) => !(each in refusals))) {
    expect(await field(page, label).getAttribute("aria-invalid")).toBe("false");
  }
}

/** The button counts the minute down by the browser's clock, which is put forward until the next load. */
export async function letResendWaitPass(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 61_000;
  });
  await expect.poll(() => button(page, "認証コードを再送信").isEnabled()).toBe(true);
}

/** No call gets any further until the result lets them all go. */
export const holdCalls = (page: Page): Promise<() => void> =>
  holdRequests(
    page,
    ({ pathname, origin }) => pathname.startsWith("/api/") || origin !== new URL(page.url()).origin,
  );

/** Two clicks at once, another while the answer is awaited, and Enter in the field. */
export async function pressAgainAndAgain(page: Page, name: string, label: string): Promise<void> {
  const letGo = await holdCalls(page);
  await button(page, name).dblclick();
  for (const busy of [name, "戻る"]) expect(await button(page, busy).isDisabled()).toBe(true);
  await button(page, name).click({ force: true });
  await field(page, label).press("Enter");
  letGo();
}
