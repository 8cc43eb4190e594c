import { expect, test } from "vitest";
import { canRenew } from "../support/account-change.ts";
import { openAs, signIn, startBrowser } from "../support/browser.ts";
import { createCustomer, getApi, newPerson, userRecordOf } from "../support/customer.ts";
import { button, expectFieldError } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { passEmailStep, reachAccountStep, sendAccount } from "../support/sign-up.ts";
import { letSmsWaitPass } from "../support/sms-limits.ts";

const { page } = startBrowser();

test("the owner of a closed account signs up again, with another login ID", async () => {
  const closed = await createCustomer({ state: "closed" });
  await letSmsWaitPass(closed.phoneNumber);
  await reachAccountStep(page(), closed);
  await sendAccount(page(), closed);
  await expectFieldError(page(), "ログインID", "すでに存在するユーザ名です。");

  const again = { ...closed, loginId: newPerson().loginId };
  const seen = await local.newestMessageId(closed.email);
  await sendAccount(page(), again);
  await passEmailStep(page(), again, seen);
  await signIn(page(), again);
  await page().waitForURL("**/menu");
  expect((await getApi(`/api/user?name=${closed.loginId}`, closed.idToken)).status).toBe(401);
  await signIn(page(), closed);
  await page().getByText("このアカウントは現在ご利用いただけません。").waitFor();
});

test("a signed-in customer signs up another company in the same tab", async () => {
  const first = await createCustomer();
  const second = newPerson();
  await openAs(page(), first);
  await button(page(), "ログアウト").waitFor();
  await reachAccountStep(page(), second);
  await sendAccount(page(), second);
  await passEmailStep(page(), second);
  expect((await userRecordOf(first)).Email).toBe(first.email);
  // The tab is the second one's: the first one's session has ended.
  expect(await canRenew(first)).toBe(false);
  await signIn(page(), second);
  await page().waitForURL("**/menu");
  await page().getByRole("banner").getByText(second.loginId).waitFor();
});
