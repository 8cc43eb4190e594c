import { expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { canRenew, expectRefusals, letResendWaitPass } from "../support/account-change.ts";
import { openCompleted, sessionStorageOf, signIn, startBrowser } from "../support/browser.ts";
import { createConfirmedAccount, type Person, tokensOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  askForCode,
  expectComplete,
  labels,
  newPassword,
  reset,
  resetButton,
  resetFailed,
} from "../support/passwords.ts";
import { button, expectFieldError, expectFocus, field, watchCalls, wrongCode } from "../support/sign-up.ts";

const { page } = startBrowser();
const loginId = () => field(page(), "ログインID");
const requestCode = () => button(page(), "認証コードを送信");

test("from the sign-in page to a new password, over a reload, a wrong code and a new one", async () => {
  const person = await createConfirmedAccount();
  const elsewhere = await tokensOf(person);
  expect(await canRenew(elsewhere)).toBe(true);
  const before = await local.newestMessageId(person.email);
  const calls = watchCalls(page());
  await page().goto("/signin");
  await page().getByRole("link", { name: "パスワードをお忘れの方" }).click();
  const withoutMailbox = page()
    .getByRole("paragraph")
    .filter({ hasText: "ご登録のメールアドレスをご利用になれない場合は、" });
  expect(
    await withoutMailbox.getByRole("link", { name: "お問い合わせください" }).getAttribute("href"),
  ).toMatch(/contact/);
  await requestCode().click();
  await expectFieldError(page(), "ログインID", "ログインIDを入力してください。");
  await loginId().fill(person.loginId);
  await requestCode().dblclick();
  await page().waitForURL("**/pw/reset");
  await page().reload();
  await page().getByText(`ログインID ${person.loginId} の`).waitFor();
  expect(calls).toEqual(["ForgotPassword"]);

  const first = await local.code(person.email, before);
  const seen = await local.newestMessageId(person.email);
  await reset(page(), wrongCode(first));
  await expectFieldError(
    page(),
    labels.code,
    `${resetFailed}最後に届いたメールの認証コードをご確認ください。`,
  );
  await expectFocus(field(page(), labels.code));
  await expectAccessibleAtBothWidths(page());

  const resend = button(page(), "認証コードを再送信");
  expect(await resend.isDisabled()).toBe(true);
  await letResendWaitPass(page());
  await resend.dblclick();
  await page()
    .getByRole("status")
    .getByText("認証コードを再送信しました。メールをご確認ください。")
    .waitFor();
  expect(calls.filter((call) => call === "ForgotPassword")).toHaveLength(2);
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain(newPassword);
  await reset(page(), await local.code(person.email, seen));
  await expectComplete(page());
  expect(new URL(page().url()).pathname).toBe("/pw/change/comp");
  await expect.poll(() => sessionStorageOf(page())).toEqual({});
  await expect.poll(() => canRenew(elsewhere)).toBe(false);

  await signIn(page(), { ...person, password: newPassword });
  await page().waitForURL((url) => url.pathname === "/");
});

test("an unknown login ID gets the same answer as an existing one", async () => {
  const heard = async (person: Pick<Person, "loginId">): Promise<string> => {
    await askForCode(page(), person);
    await reset(page(), "000000");
    await page().getByRole("alert").first().waitFor();
    const said = (await page().getByRole("main").textContent()) ?? "";
    return said.replaceAll(person.loginId, "").replace(/\d+秒後/, "");
  };
  const somebody = await heard(await createConfirmedAccount());
  expect(await heard({ loginId: "nobodyHasThis" })).toBe(somebody);
});

test("each rule shows its message at its field", async () => {
  await askForCode(page(), { loginId: "anybody" });
  const row = (code: string, next: string, confirmation: string, refusals: Record<string, string>) =>
    expectRefusals(
      page(),
      resetButton,
      { [labels.code]: code, [labels.next]: next, [labels.confirmation]: confirmation },
      refusals,
    );
  const missing = Object.fromEntries(
    [labels.code, labels.next, labels.confirmation].map((label) => [label, `${label} は必須です。`]),
  );
  await row("", "", "", missing);
  await row("　", newPassword, newPassword, { [labels.code]: `${labels.code} は必須です。` });
  await row("123456", "Short-1a!", "Short-1a!", { [labels.next]: "パスワードは10文字以上です。" });
  const composition = "大文字英字、小文字英字、数字、記号が各一つ以上必要です。";
  await row("123456", "momiji-2027!", "momiji-2027!", { [labels.next]: composition });
  await row("123456", newPassword, "another", { [labels.confirmation]: "パスワードが一致しません。" });
  await field(page(), labels.code).fill("１２３４５６");
  await field(page(), labels.code).blur();
  expect(await field(page(), labels.code).inputValue()).toBe("123456");
  const toggle = page().getByRole("button", { name: "入力した文字を表示" });
  expect(await toggle.count()).toBe(1);
  await toggle.click();
  for (const label of [labels.next, labels.confirmation]) {
    expect(await field(page(), label).getAttribute("type")).toBe("text");
  }
});

test("/pw/reset without a request asks for the login ID; both ways back return", async () => {
  await page().goto("/pw/reset");
  await page().waitForURL("**/pw/forgot");
  await page().getByText("お手数ですが、最初からお手続きください。").waitFor();
  await loginId().fill("somebody");
  await loginId().press("Enter");
  await page().waitForURL("**/pw/reset");
  await button(page(), "戻る").click();
  expect(await loginId().inputValue()).toBe("somebody");
  await button(page(), "ログイン画面に戻る").click();
  await page().waitForURL("**/signin");
  for (const path of ["/pw/change/comp", "/pw/reset/comp"]) {
    await openCompleted(page(), path);
    await page().getByText("新しいパスワードで").waitFor();
    await button(page(), "ログイン").click();
    await page().waitForURL("**/signin");
  }
});
