import { expect, test } from "vitest";
import { closeOutcome, expectStill, expectStillAtBothWidths } from "../site/layout.ts";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { callCognito } from "../support/account-change.ts";
import { startBrowser } from "../support/browser.ts";
import { createConfirmedAccount } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { askForCode, expectComplete, labels, reset, resetButton, resetFailed } from "../support/passwords.ts";
import { button, expectFieldError, field, wrongCode } from "../support/sign-up.ts";

const { page } = startBrowser();

test("a code that is used up, and too many wrong ones, each say what to do", async () => {
  const person = await createConfirmedAccount();
  const seen = await local.newestMessageId(person.email);
  await askForCode(page(), person);
  const code = await local.code(person.email, seen);
  const confirm = (ConfirmationCode: string) =>
    callCognito("ConfirmForgotPassword", {
      Username: person.loginId,
      ConfirmationCode,
      Password: "Tsubaki-2028!",
    });
  expect((await confirm(code)).ok).toBe(true);
  const refuse = async (code: string): Promise<void> => {
    await reset(page(), code);
    await expectFieldError(page(), labels.code, `${resetFailed}認証コードを再送信してください。`);
  };
  const clear = () => field(page(), labels.code).fill("");
  await expectStillAtBothWidths(page(), clear, () => refuse(code));

  const before = await local.newestMessageId(person.email);
  await callCognito("ForgotPassword", { Username: person.loginId });
  const next = await local.code(person.email, before);
  for (let attempt = 0; attempt < 15; attempt += 1) await confirm(wrongCode(next));
  const wait = "操作が続いたため、しばらく時間をおいてからお試しください。";
  await expectStill(page(), async () => {
    await reset(page(), next);
    await page().getByRole("alert").getByText(`${resetFailed}${wait}`).waitFor();
  });
  await closeOutcome(page());
  await expectAccessibleAtBothWidths(page());
});

test("without a connection an error is shown, the input is kept, and a retry works", async () => {
  const person = await createConfirmedAccount();
  const seen = await local.newestMessageId(person.email);
  await local.fault({ service: "cognito", operation: "ForgotPassword", status: 0, times: 30 });
  await askForCode(page(), person);
  await page().getByRole("alert").getByText("サーバーに接続できませんでした。").waitFor();
  await expectAccessibleAtBothWidths(page());
  await button(page(), "認証コードを再送信").click();
  await page()
    .getByRole("alert")
    .getByText("再送信に失敗しました。サーバーに接続できませんでした。")
    .waitFor();
  await local.clearFaults();
  await button(page(), "認証コードを再送信").click();
  const code = await local.code(person.email, seen);

  await local.fault({ service: "cognito", operation: "ConfirmForgotPassword", status: 0, times: 30 });
  await reset(page(), code);
  await page().getByRole("alert").getByText("サーバーに接続できませんでした。").waitFor();
  expect(await field(page(), labels.code).inputValue()).toBe(code);
  await local.clearFaults();
  // Now the work is done and only its answer is lost: the code is used up when the browser asks again.
  await local.fault({ service: "cognito", operation: "ConfirmForgotPassword", status: 0, after: true });
  await button(page(), resetButton).click();
  await expectComplete(page());
});
