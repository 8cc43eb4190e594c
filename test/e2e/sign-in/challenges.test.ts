import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalCloud } from "#scripts/local/cloud.ts";
import { authenticatorCode } from "#scripts/local/seed/sign-in-methods.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { unusedCode } from "../support/authenticator.ts";
import { signInHere, startBrowser } from "../support/browser.ts";
import type { Person } from "../support/customer.ts";
import { button, heading, pathOf } from "../support/elements.ts";
import { addPhone, openSettledAccount, startOtherPortal } from "../support/user-pool.ts";

const { page, context } = startBrowser();

let portal: LocalCloud;
/** A pool that demands a second factor, by SMS or by an app. */
beforeAll(async () => {
  portal = await startOtherPortal({
    settings: { mfa: { mode: "ON", factors: ["SMS_MFA", "SOFTWARE_TOKEN_MFA"] } },
  });
});
afterAll(() => portal.close());

const code = () => page().getByRole("textbox", { name: "認証コード" });
const loginId = () => page().getByLabel("ログインID");
const wide = (digits: string) =>
  digits.replace(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)] ?? "");
const withPhone = (number: string) => ({
  email: "phone@example.co.jp",
  phone_number: number,
  phone_number_verified: "true",
});

async function signIn(person: Person): Promise<void> {
  await page().goto(`${portal.url}/signin`);
  await signInHere(page(), person);
}

/** An account without a profile goes on to the wizard. */
const signedIn = () => heading(page(), "新規登録").waitFor();

async function smsTo(number: string): Promise<string> {
  const response = await fetch(`${portal.url}/__local/messages?to=${encodeURIComponent(number)}`);
  const [newest]: { code?: string }[] = await response.json();
  return newest?.code ?? "";
}

const hasFocus = () => code().evaluate((field) => field === document.activeElement);
const otherThan = (digits: string) => digits.replace(/.$/, (last) => String((Number(last) + 1) % 10));

describe("a code by SMS", () => {
  const number = "+819011112222";

  test("is asked for, survives a reload, may be mistyped, and counts once", async () => {
    const person = await openSettledAccount(portal.url, withPhone(number));
    await signIn(person);
    await heading(page(), "認証コードの入力").waitFor();
    expect(pathOf(page())).toBe("/signin/auth");
    await page().getByText("にSMSで届いた認証コード").waitFor();
    await expect.poll(hasFocus).toBe(true);
    expect(await code().getAttribute("autocomplete")).toBe("one-time-code");
    expect(await code().getAttribute("inputmode")).toBe("numeric");

    await page().reload();
    await button(page(), "認証する").click();
    await page().getByText("認証コード は必須です。").waitFor();
    await expectAccessible(page());
    const digits = await smsTo(number);
    await code().fill(otherThan(digits));
    await code().press("Enter");
    await page().getByText("認証コードが正しくありません").waitFor();
    await expect.poll(hasFocus).toBe(true);

    await context().setOffline(true);
    await code().fill(wide(digits));
    await button(page(), "認証する").click();
    await page().getByText("サーバーに接続できませんでした").waitFor();
    expect(await code().inputValue()).toBe(digits);
    await context().setOffline(false);
    const answers: string[] = [];
    page().on("request", (request) => {
      if (request.headers()["x-amz-target"]?.endsWith("RespondToAuthChallenge")) answers.push(request.url());
    });
    // Not with the mouse: the notice above goes with the first click, and the button moves up.
    await button(page(), "認証する").evaluate((submit) => {
      if (submit instanceof HTMLElement) for (const _ of [1, 2]) submit.click();
    });
    await signedIn();
    expect(answers).toHaveLength(1);
    expect(await page().evaluate(() => sessionStorage.getItem("loginId"))).toBe(person.loginId);
  });

  test("ends after three wrong ones or three minutes, and the sign-in begins again", async () => {
    const person = await openSettledAccount(portal.url, withPhone(number));
    await signIn(person);
    await heading(page(), "認証コードの入力").waitFor();
    const wrong = otherThan(await smsTo(number));
    for (const _ of [1, 2, 3]) {
      await code().fill(wrong);
      await button(page(), "認証する").click();
      await page().getByText("認証コードが正しくありません").waitFor();
    }
    await code().fill(wrong);
    await button(page(), "認証する").click();
    await page().getByText("認証コードを続けて間違えたため、ログインを中断しました。").waitFor();
    expect(pathOf(page())).toBe("/signin");
    expect(await loginId().inputValue()).toBe(person.loginId);

    await signInHere(page(), person);
    await heading(page(), "認証コードの入力").waitFor();
    await page().goBack();
    await signInHere(page(), person);
    await heading(page(), "認証コードの入力").waitFor();
    await button(page(), "ログイン画面に戻る").click();
    await heading(page(), "ログイン").waitFor();
    expect(await loginId().inputValue()).toBe(person.loginId);

    await signInHere(page(), person);
    await heading(page(), "認証コードの入力").waitFor();
    await page().route("**/*", async (route) => {
      const isAnswer = route.request().headers()["x-amz-target"]?.endsWith("RespondToAuthChallenge");
      if (!isAnswer) return route.fallback();
      const message = "Invalid session for the user, session is expired.";
      return route.fulfill({
        status: 400,
        headers: { "access-control-allow-origin": "*" },
        json: { __type: "NotAuthorizedException", message },
      });
    });
    await code().fill("123456");
    await button(page(), "認証する").click();
    await page().getByText("時間が経過したため、ログインを中断しました。").waitFor();
    expect(await loginId().inputValue()).toBe(person.loginId);
  });
});

test("an app is set up on the way in; later the customer chooses between app and SMS", async () => {
  const number = "+819033334444";
  const person = await openSettledAccount(portal.url, { email: "app@example.co.jp" });
  await signIn(person);
  await heading(page(), "認証アプリの設定").waitFor();
  await page().reload();
  await page().getByText("もう一度ログインしてください。").waitFor();
  expect(await loginId().inputValue()).toBe(person.loginId);

  await signInHere(page(), person);
  await page().getByRole("img", { name: "認証アプリで読み取るQRコード" }).waitFor();
  await expectAccessible(page());
  await context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page(), "セットアップキーをコピー").click();
  await page().getByText("コピーしました").waitFor();
  const secret = await page().evaluate(() => navigator.clipboard.readText());
  const browserState = await page().evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]));
  expect(browserState).not.toContain(secret);
  await code().fill(otherThan(authenticatorCode(secret)));
  await button(page(), "設定してログイン").click();
  await page().getByText("認証コードが正しくありません").waitFor();
  // It still counts when it is tried a second time.
  const first = authenticatorCode(secret, 1);
  await code().fill(first);
  await button(page(), "設定してログイン").click();
  await signedIn();

  await addPhone(portal.url, person, number);
  await signIn(person);
  await heading(page(), "認証方法の選択").waitFor();
  await expectAccessible(page());
  await context().setOffline(true);
  await button(page(), "SMSで認証コードを受け取る").click();
  await page().getByText("サーバーに接続できませんでした").waitFor();
  await context().setOffline(false);
  await button(page(), "SMSで認証コードを受け取る").click();
  await page().getByText("SMSで届いた認証コード").waitFor();
  await code().fill(await smsTo(number));
  await button(page(), "認証する").click();
  await signedIn();

  await signIn(person);
  await button(page(), "認証アプリの認証コードを使う").click();
  await page().getByText("認証アプリに表示されている6桁").waitFor();
  await code().fill(first);
  await button(page(), "認証する").click();
  await page().getByText("この認証コードは使用済みです。").waitFor();
  await code().fill(unusedCode(secret, [first]));
  await button(page(), "認証する").click();
  await signedIn();
});
