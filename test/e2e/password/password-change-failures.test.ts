import { expect, test } from "vitest";
import { canRenew } from "../support/account-change.ts";
import { startBrowser } from "../support/browser.ts";
import { local } from "../support/local.ts";
import { changeButton, expectComplete, fillChange, openChange } from "../support/passwords.ts";
import { button, expectErrorPage, watchCalls } from "../support/sign-up.ts";

const { page } = startBrowser();

test("a wrong current password ends on the error page with the reason and the way back, as does a provider that fails or does not answer", async () => {
  const customer = await openChange(page());
  const calls = watchCalls(page());
  await fillChange(page(), "Not-My-Password-1");
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await page().getByText("現在のパスワードが正しくありません。").waitFor();
  expect(calls.splice(0).at(-1)).toBe("cancel-end");
  await button(page(), "元の画面に戻る").click();
  await page().waitForURL("**/pw/change");
  await fillChange(page(), customer.password);
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 500, times: 10 });
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await button(page(), "元の画面に戻る").waitFor();
  expect(calls).toContain("prepare-end");
  expect(calls).not.toContain("cancel-end");
  expect(await canRenew(customer)).toBe(true);
  await local.clearFaults();

  // No answer at all.
  await button(page(), "元の画面に戻る").click();
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 0, times: 30 });
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await expectErrorPage(page());
  await page().getByText("パスワードがすでに変更されている場合があります。").waitFor();
});

test("an answer that got lost on the way: the change counts, and ends as it should", async () => {
  const customer = await openChange(page());
  await local.fault({ service: "cognito", operation: "ChangePassword", status: 0, after: true });
  await fillChange(page(), customer.password);
  await button(page(), changeButton).click();
  await expectComplete(page());
  expect(await canRenew(customer)).toBe(false);
});
