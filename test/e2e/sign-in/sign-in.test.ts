import { expect, test } from "vitest";
import { expectStillAtBothWidths } from "../site/layout.ts";
import { portalStorageOf, sessionStorageOf, startBrowser, waitUntilAlive } from "../support/browser.ts";
import { createCustomer, newPerson } from "../support/customer.ts";
import { heading, pathOf } from "../support/elements.ts";
import { expiredToken, expireIdToken } from "../support/reauthentication.ts";

const { page, context } = startBrowser();

const loginId = () => page().getByLabel("ログインID");
const password = () => page().getByLabel("パスワード", { exact: true });
const submit = () => page().getByRole("button", { name: "ログイン", exact: true });
const alerts = () => page().getByRole("alert");
const atMenu = () => page().waitForURL("**/menu");

/** The description that a screen reader reads with the field. */
const errorAt = async (field: ReturnType<typeof loginId>): Promise<string | null> => {
  const id = await field.getAttribute("aria-errormessage");
  return id === null ? null : page().locator(`[id="${id}"]`).textContent();
};

test("a customer signs in with any case and width, and stays so beside another tab", async () => {
  const person = newPerson();
  const customer = await createCustomer({ person: { ...person, loginId: `Taro${person.loginId}` } });
  const lower = customer.loginId.toLowerCase();
  const wide = lower.replace(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
  await page().goto("/signin");
  const visited: string[] = [];
  page().on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await loginId().fill(` ${wide} `);
  await password().fill(`\t${customer.password} `);
  await password().press("Enter");
  await atMenu();
  await page().getByRole("heading", { name: "メニュー" }).waitFor();
  expect(visited).toEqual(["/signin/auth", "/menu"]);
  await expect
    .poll(() => portalStorageOf(page()))
    .toEqual({
      idToken: expect.stringMatching(/^[^.]+\.[^.]+\.[^.]+$/),
      loginId: expect.stringMatching(new RegExp(`^${lower}$`, "i")),
      customerId: customer.customerId,
      plan: "trial",
      paymentType: "",
    });

  // Another tab on /signin clears local storage, and does not sign this one out: the session can be renewed.
  const other = await context().newPage();
  await other.goto("/signin");
  await other.getByLabel("ログインID").waitFor();
  await other.close();
  await expireIdToken(page());
  await page().reload();
  await page().getByRole("button", { name: "マニュアルダウンロード" }).waitFor();
  expect((await sessionStorageOf(page())).idToken).not.toBe(expiredToken);
});

test("a wrong password and an unknown login ID get one message; typed values stay", async () => {
  const { loginId: existing } = await createCustomer();
  const wrong = "Wrong-Password-1!";
  // The code of the sign-in loads while the person types: it does not arrive, and the browser does not retry.
  const part = "**/assets/identity-*.js";
  await page().route(part, (route) => route.abort());
  await page().goto("/signin");
  await submit().waitFor();
  // The last part of the screen.
  await page().getByText("株式会社サンプル電話").waitFor();
  await context().setOffline(true);
  await loginId().fill(existing);
  await password().fill(wrong);
  const offline = alerts().filter({ hasText: "画面の一部を読み込めなかったため" });
  const retype = () => password().fill(wrong);
  await expectStillAtBothWidths(page(), retype, async () => {
    await submit().click();
    await offline.waitFor();
  });
  expect(await loginId().inputValue()).toBe(existing);
  expect(await password().inputValue()).toBe(wrong);
  await context().setOffline(false);
  await page().unroute(part);
  await page().getByRole("button", { name: "再読み込み" }).click();
  await waitUntilAlive(page());

  const shownErrors: (string | null)[] = [];
  for (const name of [existing, `nobody${existing}`]) {
    await loginId().fill(name);
    await password().fill("");
    await retype();
    await expect.poll(() => errorAt(password())).toBeNull();
    await submit().click();
    await expect.poll(() => errorAt(password())).not.toBeNull();
    shownErrors.push(await errorAt(password()));
    expect(await alerts().count()).toBe(1);
    expect(await password().evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await loginId().inputValue()).toBe(name);
    expect(pathOf(page())).toBe("/signin");
  }
  expect(shownErrors[0]).toMatch(/^ログインに失敗しました。/);
  expect(shownErrors[1]).toBe(shownErrors[0]);
});

test("the page clears local storage, shows the password on demand, and names errors", async () => {
  await page().goto("/favicon.svg");
  await page().evaluate(() => localStorage.setItem("left-over", "1"));
  await page().goto("/signin");
  await submit().waitFor();
  expect(await page().evaluate(() => localStorage.length)).toBe(0);
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  const toggle = page().getByRole("button", { name: "入力した文字を表示" });
  expect(await password().getAttribute("type")).toBe("password");
  await toggle.click();
  expect(await password().getAttribute("type")).toBe("text");
  expect(await toggle.getAttribute("aria-pressed")).toBe("true");

  await submit().click();
  await expect.poll(() => errorAt(loginId())).toBe("ログインID は必須です。");
  expect(await errorAt(password())).toBe("パスワード は必須です。");
  expect(await loginId().evaluate((field) => field === document.activeElement)).toBe(true);
  await loginId().fill("someone");
  await expect.poll(() => errorAt(loginId())).toBeNull();
  expect(await errorAt(password())).toBe("パスワード は必須です。");

  await page().getByRole("link", { name: "新規登録はこちら" }).click();
  await heading(page(), "新規登録").waitFor();
  expect(pathOf(page())).toBe("/");
  await page().goBack();
  await page().getByRole("link", { name: "パスワードをお忘れの方" }).click();
  await page().waitForURL("**/pw/forgot");
});

test("a password manager that fills the fields without an event signs the customer in", async () => {
  const customer = await createCustomer();
  await page().goto("/signin");
  // The screen is alive.
  await submit().click();
  await expect.poll(() => errorAt(loginId())).toContain("ログインID");
  for (const [field, text] of [
    [loginId(), customer.loginId],
    [password(), customer.password],
  ] as const)
    await field.evaluate((element, filled) => {
      if (element instanceof HTMLInputElement) element.value = filled;
    }, text);
  await submit().click();
  await atMenu();
});
