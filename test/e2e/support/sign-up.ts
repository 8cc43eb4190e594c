import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { agreements, company } from "#test/support/company.ts";
import { type Person, verifyPhone } from "./customer.ts";
import { button, field, heading, pathOf } from "./elements.ts";
import { local } from "./local.ts";

/** Step 1 by its labels. The city comes before the postcode, whose address fills in an empty one at its own time. */
export const answers = {
  会社名: "株式会社テスト商事",
  "市区町村・町名": "渋谷区",
  郵便番号: "1500002",
  "番地・建物名": "渋谷2-1-1",
  "ご担当者 姓": "佐藤",
  "ご担当者 名": "太郎",
  kintoneドメイン: "test-shoji",
};
const optIns = { optInServiceInfo: true, optInEvents: true };
/** The same, as the fields show it afterwards. */
export const shownAnswers = { ...answers, 郵便番号: "150-0002" };

export const titles = ["お客様情報", "電話番号", "SMS認証", "ログイン情報", "メール認証"] as const;
export type StepTitle = (typeof titles)[number];

export const consents = (page: Page): Locator[] => [
  page.getByRole("checkbox", { name: /^利用規約およびプライバシーポリシー/ }),
  page.getByRole("checkbox", { name: /^申込者は権利能力を有する/ }),
];
export async function expectStep(page: Page, name: StepTitle): Promise<void> {
  await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
  await page.waitForFunction((step) => document.title.startsWith(`${step} - 新規登録 | `), name);
}

export async function fillCompany(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await field(page, label).fill(text);
  await field(page, "都道府県").selectOption({ label: "東京都" });
  for (const consent of consents(page)) await consent.check();
}

/** Step 1 as a person walks through it. */
export async function walkToPhoneStep(page: Page): Promise<void> {
  await page.goto("/");
  await expectStep(page, "お客様情報");
  await fillCompany(page);
  await button(page, "同意して次へ").click();
  await expectStep(page, "電話番号");
}

/** The wizard as after a reload of that step: the steps before it are in the draft. */
async function openAt(page: Page, step: number, draft: object): Promise<void> {
  const userDetailInfo = JSON.stringify({
    step,
    company: { ...company, ...agreements, ...optIns },
    ...draft,
  });
  await using _firstLoad = await page.addInitScript(
    (stored) => sessionStorage.setItem("userDetailInfo", stored),
    userDetailInfo,
  );
  await page.goto("/");
}

export async function reachPhoneStep(page: Page): Promise<void> {
  await openAt(page, 1, {});
  await expectStep(page, "電話番号");
}

export async function sendSms(page: Page, { phoneNumber }: Person): Promise<void> {
  await field(page, "ご担当者 携帯電話番号").fill(phoneNumber);
  await button(page, "認証コードを送信").click();
}

export async function reachSmsStep(page: Page, person: Person): Promise<void> {
  await reachPhoneStep(page);
  await sendSms(page, person);
  await expectStep(page, "SMS認証");
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await field(page, "認証コード").fill(code);
  await button(page, "認証する").click();
}

export async function reachAccountStep(page: Page, { phoneNumber }: Person): Promise<void> {
  const requestId = await verifyPhone(phoneNumber);
  await openAt(page, 3, { chargePhoneNumber: phoneNumber, requestId, phoneVerified: true });
  await expectStep(page, "ログイン情報");
}

export async function fillAccount(page: Page, { loginId, password, email }: Person): Promise<void> {
  await field(page, "ログインID").fill(loginId);
  await field(page, "パスワード").fill(password);
  await field(page, "パスワード（確認）").fill(password);
  await field(page, "メールアドレス").fill(email);
}

/** Fills in step 4 and asks for the code. */
export async function sendAccount(page: Page, person: Person): Promise<void> {
  await fillAccount(page, person);
  await button(page, "認証コードを送信").click();
}

export async function reachEmailStep(page: Page, person: Person): Promise<void> {
  await reachAccountStep(page, person);
  await sendAccount(page, person);
  await expectStep(page, "メール認証");
}

export const expectRegistered = async (page: Page): Promise<void> => {
  await heading(page, "登録が完了しました").waitFor();
  expect(pathOf(page)).toBe("/signup/comp");
};

/** Enters the code of the SMS. */
export async function passSmsStep(page: Page, { phoneNumber }: Person): Promise<void> {
  await expectStep(page, "SMS認証");
  await enterCode(page, await local.code(phoneNumber));
}

/** Enters the code of the mail, or of the first one after `seen`, and arrives at the end of the sign-up. */
export async function passEmailStep(page: Page, { email }: Person, seen?: string): Promise<void> {
  await expectStep(page, "メール認証");
  await enterCode(page, await local.code(email, seen));
  await expectRegistered(page);
}

/** Any code but this one. */
export const wrongCode = (right: string): string => String((Number(right) + 1) % 1e6).padStart(6, "0");

/** Every call that leaves the page: `send`, `check`, `signup` of our API, and Cognito's operations by name. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    const operation = request.headers()["x-amz-target"]?.split(".")[1];
    const body: { mode?: string; operation?: string } = operation
      ? {}
      : JSON.parse(request.postData() ?? "{}");
    const name = operation ?? body.mode ?? body.operation;
    if (name) calls.push(name);
  });
  return calls;
}
