import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalCloud } from "#scripts/local/cloud.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { signInHere, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, heading } from "../support/elements.ts";
import { openAccount, openSettledAccount, startOtherPortal } from "../support/user-pool.ts";

const { page } = startBrowser();

/** Asks a question of its own after the password, unless the account is new; two wrong answers are one too many. */
let portal: LocalCloud;
const rightAnswer = "42";
beforeAll(async () => {
  portal = await startOtherPortal({
    settings: {
      client: { authFlows: ["ALLOW_CUSTOM_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"] },
    },
    authFlow: "CUSTOM_WITH_SRP",
    triggers: {
      defineAuthChallenge: async (event) => {
        const { session } = event.request;
        const last = session.at(-1);
        const questions = session.filter(({ challengeName }) => challengeName === "CUSTOM_CHALLENGE");
        const answered = last?.challengeName === "CUSTOM_CHALLENGE" && last.challengeResult;
        if (last?.challengeName === "SRP_A")
          return { ...event, response: { challengeName: "PASSWORD_VERIFIER" } };
        if (answered) return { ...event, response: { issueTokens: true } };
        if (questions.length > 1) return { ...event, response: { failAuthentication: true } };
        return { ...event, response: { challengeName: "CUSTOM_CHALLENGE" } };
      },
      createAuthChallenge: async (event) => ({
        ...event,
        response: {
          publicChallengeParameters: { question: "6かける7はいくつですか。" },
          privateChallengeParameters: { answer: rightAnswer },
        },
      }),
      verifyAuthChallengeResponse: async (event) => ({
        ...event,
        response: {
          answerCorrect: event.request.challengeAnswer === event.request.privateChallengeParameters.answer,
        },
      }),
    },
  });
});
afterAll(() => portal.close());

const answer = () => page().getByLabel("回答");
const signedIn = () => heading(page(), "新規登録").waitFor();

async function reply(text: string): Promise<void> {
  await answer().fill(text);
  await button(page(), "回答する").click();
}

test("a question of the pool's own is answered, asked again, and in the end refused", async () => {
  const person = await openSettledAccount(portal.url, { email: "quiz@example.co.jp" });
  await page().goto(`${portal.url}/signin`);
  await signInHere(page(), person);
  await page().getByText("6かける7はいくつですか。").waitFor();
  await button(page(), "回答する").click();
  await page().getByText("回答 は必須です。").waitFor();
  await expectAccessible(page());
  await reply("41");
  await page().getByText("回答が正しくありません。").waitFor();
  await expect.poll(() => answer().evaluate((field) => field === document.activeElement)).toBe(true);
  await reply("40");
  await page().getByText("回答を続けて間違えたため、ログインを中断しました。").waitFor();
  expect(await page().getByLabel("ログインID").inputValue()).toBe(person.loginId);

  await signInHere(page(), person);
  await page().getByText("6かける7はいくつですか。").waitFor();
  await reply("41");
  await page().getByText("回答が正しくありません。").waitFor();
  await reply(rightAnswer);
  await signedIn();
});

const tooShort = "パスワードは10文字以上です。";
const composition = "大文字英字、小文字英字、数字、記号が各一つ以上必要です。";
const mismatch = "パスワードが一致しません。";

test("the customer replaces a temporary password, by the rules of a password change", async () => {
  const anybody = newPerson();
  const person = await openAccount(portal.url, {}, { ...anybody, loginId: `Aa1${anybody.loginId}` });
  await page().goto(`${portal.url}/signin`);
  await signInHere(page(), person);
  await heading(page(), "新しいパスワードの設定").waitFor();
  const password = page().getByLabel("新しいパスワード", { exact: true });
  const confirmation = page().getByLabel("新しいパスワード（確認）");
  const email = page().getByLabel("メールアドレス");
  const submit = button(page(), "設定してログイン");
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);

  await submit.click();
  for (const label of ["新しいパスワード", "新しいパスワード（確認）", "メールアドレス"])
    await page().getByText(`${label} は必須です。`, { exact: true }).waitFor();
  await expectAccessible(page());
  await email.fill("new@example.co.jp");
  for (const [first, second, sentence] of [
    ["Short-1!", "Short-1!", tooShort],
    [person.loginId, person.loginId, "ログインIDと同じものは使用できません。"],
    ["nouppercase-1!", "nouppercase-1!", composition],
    ["NoSymbols12345", "NoSymbols12345", composition],
    ["Tsubaki-2026!", "Tsubaki-2027!", mismatch],
  ] as const) {
    await password.fill(first);
    await confirmation.fill(second);
    await submit.click();
    await page().getByText(sentence).waitFor();
  }
  await page().getByRole("button", { name: "入力した文字を表示" }).click();
  expect(await confirmation.getAttribute("type")).toBe("text");
  await confirmation.fill("Tsubaki-2026!");
  await confirmation.press("Enter");
  await page().getByText("6かける7はいくつですか。").waitFor();
  await reply(rightAnswer);
  await signedIn();
  const browserState = await page().evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage, ...localStorage }]),
  );
  expect(browserState).not.toContain("Tsubaki");
});
