import { beforeAll, expect, test } from "vitest";
import { closeOutcome } from "../site/layout.ts";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { loseOnce, sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import { createCustomer, newPerson, recordOf } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  button,
  enterCode,
  expectErrorPage,
  expectFieldError,
  field,
  watchCalls,
  wrongCode,
} from "../support/sign-up.ts";
import { answerOnce, type Customer, changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
const { input, expectStep, open, sendTo, expectNotSaved } = changeScreen("phone", page);

/** Of whom nothing changes. */
let unchanged: Customer;
beforeAll(async () => {
  unchanged = await createCustomer();
});

test("a send that fails keeps the input; a code that was just sent to the number is valid", async () => {
  await open(unchanged);
  const { phoneNumber } = newPerson();
  await input().fill(phoneNumber);
  await loseOnce(page(), "**/api/verify");
  await button(page(), sendButton).click();
  await page().getByRole("alert").getByText("サーバーに接続できませんでした。").waitFor();
  expect(await input().inputValue()).toBe(phoneNumber);
  await closeOutcome(page());
  for (const status of [200, 500]) {
    // The first is an answer without a request_id.
    await answerOnce(page(), "**/api/verify", status);
    await button(page(), sendButton).click();
    await expectErrorPage(page());
    await page().goBack();
    await input().fill(phoneNumber);
  }

  await button(page(), sendButton).click();
  await expectStep(1);
  await page().evaluate(() => {
    sessionStorage.removeItem("numberChangeInfo");
    sessionStorage.removeItem("numberChangeProgress");
  });
  await page().goto("/pn/change");
  await input().fill(phoneNumber);
  await button(page(), sendButton).click();
  await expectStep(1);
  expect(await local.messages(phoneNumber)).toHaveLength(1);
});

test("three wrong codes: another one has to be sent", async () => {
  await open(unchanged);
  const { phoneNumber } = newPerson();
  await sendTo(phoneNumber);
  const code = await local.code(phoneNumber);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await enterCode(page(), wrongCode(code));
    await expectFieldError(page(), "認証コード", "認証コードが正しくありません。");
  }
  await page().getByText("入力を3回間違えたため、この認証コードは無効になりました。").waitFor();
  expect(await button(page(), "認証コードを再送信").isEnabled()).toBe(false);
});

test("right code, nothing saved: only the saving is repeated, after a reload and a new sign-in too", async () => {
  const customer = await open();
  const { phoneNumber } = newPerson();
  const calls = watchCalls(page());
  await sendTo(phoneNumber);
  await answerOnce(page(), "**/api/user", 500);
  await field(page(), "認証コード").fill(await local.code(phoneNumber));
  await page().keyboard.press("Enter");
  await expectNotSaved();
  await closeOutcome(page());
  await expectAccessibleAtBothWidths(page());
  await page().reload();
  await page().getByText("新しい電話番号の確認が完了しました。").waitFor();
  await answerOnce(page(), "**/api/user", 401);
  await button(page(), "変更を保存").click();
  await signInHere(page(), customer);
  await page().waitForURL("**/pn/change");
  await page().getByText("新しい電話番号の確認が完了しました。").waitFor();
  await loseOnce(page(), "**/api/user", { after: true });
  await button(page(), "変更を保存").click();
  await page().getByRole("alert").getByText("サーバーに接続できませんでした。").waitFor();
  await button(page(), "変更を保存").dblclick();
  await page().waitForURL("**/update/comp");
  const ours = ["send", "check", "update", "update", "update", "update"];
  expect(calls.filter((call) => ours.includes(call))).toEqual(ours);
  expect((await recordOf(customer)).ChargePhoneNumber).toBe(phoneNumber);
});

test("a proof that the server does not accept any more leads back to the number", async () => {
  await open(unchanged);
  const { phoneNumber } = newPerson();
  await sendTo(phoneNumber);
  const { numberChangeInfo = "" } = await sessionStorageOf(page());
  await page().evaluate(
    (info) => sessionStorage.setItem("numberChangeInfo", info),
    numberChangeInfo.replace(phoneNumber, "080-0000-0000"),
  );
  await page().reload();
  await enterCode(page(), await local.code(phoneNumber));
  await page()
    .getByRole("alert")
    .getByText("携帯電話番号の確認が済んでいません。もう一度SMS認証を行ってください。")
    .waitFor();
  await expectStep(0);
  expect(await input().inputValue()).toBe(phoneNumber);
  expect((await sessionStorageOf(page())).numberChangeInfo).toBeUndefined();
  await expectAccessibleAtBothWidths(page());
});
