import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { letResendWaitPass } from "../support/account-change.ts";
import { loseOnce, startBrowser } from "../support/browser.ts";
import { letCallWaitPass } from "../support/code-places.ts";
import { newPerson } from "../support/customer.ts";
import { button, expectAlert, expectStatus } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { enterCode, expectStep, reachSmsStep, watchCalls, wrongCode } from "../support/sign-up.ts";

const { page } = startBrowser();

const name = "音声電話で受け取る";
const isCalling = "音声電話をおかけしています。電話に出て、音声でお伝えする認証コードを入力してください。";
const channels = async (phoneNumber: string) =>
  (await local.messages(phoneNumber)).map(({ channel }) => channel);

test("a call brings the code of the SMS after 30 seconds, once for a double click", async () => {
  const person = newPerson();
  const calls = watchCalls(page());
  await reachSmsStep(page(), person);
  await page()
    .getByText(/^\d+秒後に音声電話でも受け取れます$/)
    .waitFor();
  expect(await button(page(), name).count()).toBe(0);
  await letCallWaitPass(page(), person.phoneNumber);
  await button(page(), name).waitFor();
  const code = await local.code(person.phoneNumber);
  await button(page(), name).dblclick();
  await expectStatus(page(), isCalling);
  await page()
    .getByText(/^\d+秒後にもう一度おかけできます$/)
    .waitFor();
  expect(await button(page(), name).isEnabled()).toBe(false);
  expect(await button(page(), "認証コードを再送信").isEnabled()).toBe(false);
  expect(calls).toEqual(["send", "call"]);
  expect(await channels(person.phoneNumber)).toEqual(["voice", "sms"]);
  expect(await local.code(person.phoneNumber)).toBe(code);
  await expectAccessible(page());
  await enterCode(page(), wrongCode(code));
  await enterCode(page(), code);
  await expectStep(page(), "ログイン情報");
});

test("a call that is too early, fails or loses its answer says so, and the code counts", async () => {
  const person = newPerson();
  await reachSmsStep(page(), person);
  await letResendWaitPass(page());
  await button(page(), name).click();
  await expectAlert(page(), /^音声電話をおかけできませんでした。.*[1-3]?\d秒後にもう一度お試しください。$/);
  await letCallWaitPass(page(), person.phoneNumber);
  await loseOnce(page(), "**/api/verify", { after: true });
  await button(page(), name).focus();
  await page().keyboard.press("Enter");
  await expectAlert(page(), /^音声電話をおかけできませんでした。サーバーに接続できませんでした。/);
  await button(page(), name).press("Enter");
  await expectStatus(
    page(),
    /^音声電話はおかけしたばかりです。かかってこない場合は、\d+秒後にもう一度お試しください。$/,
  );
  expect(await channels(person.phoneNumber)).toEqual(["voice", "sms"]);

  await letCallWaitPass(page(), person.phoneNumber);
  await local.fault({ service: "vonage", status: 503, operation: "POST /v2/verify", times: 1 });
  await button(page(), name).click();
  await expectAlert(page(), "音声電話をおかけできませんでした。電話の発信を確認できませんでした。");
  await enterCode(page(), await local.code(person.phoneNumber));
  await expectStep(page(), "ログイン情報");
});
