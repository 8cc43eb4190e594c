import type { Page } from "playwright-core";
import { expect } from "vitest";
import { withChecked, withRegistered } from "#web/features/upgrade/upgrade-draft.ts";
import { openAs, routeOnce } from "./browser.ts";
import { apiSecret, credentials, keyText, upgradeRequest } from "./credentials.ts";
import { type Customer, createCustomer, getApi, postJson, userRecordOf } from "./customer.ts";
import { button, field, heading, pathOf } from "./elements.ts";
import { local } from "./local.ts";

/** Step 0 by its labels. */
export const voiceProvider = {
  アプリケーションID: credentials.applicationId,
  APIキー: credentials.apiKey,
  "着信用Webhook URL": credentials.webhookUrl,
};
export const keyFile = (name = "customer.key", text: string | Uint8Array = keyText) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});
export const billingContact = {
  "請求先 ご担当者名": credentials.billingChargeName,
  "請求先 電話番号": credentials.billingPhoneNumber,
  "請求先 メールアドレス": credentials.billingEmail,
};

export const titles = ["Vonageの接続情報", "請求先ご担当者", "お支払い方法の選択"] as const;
export const expectStep = (page: Page, step: 0 | 1 | 2): Promise<void> =>
  page.getByRole("heading", { level: 2, name: titles[step], exact: true }).waitFor();

/** As from the menu, which stores plan and payment type. */
async function openWizard(page: Page, customer: Customer, draft: Record<string, string> = {}): Promise<void> {
  const stored = { ...customer.stored, customerId: customer.customerId, plan: "trial", paymentType: "" };
  await openAs(page, { ...customer, stored: { ...stored, ...draft } }, "/upgrade");
}

export async function openUpgrade(page: Page, known?: Customer): Promise<Customer> {
  const customer = known ?? (await createCustomer());
  await openWizard(page, customer);
  await expectStep(page, 0);
  return customer;
}

export async function fillVoiceProvider(page: Page, file = keyFile()): Promise<void> {
  for (const [label, text] of Object.entries(voiceProvider)) await field(page, label).fill(text);
  await fillSecrets(page, file);
}

/** The fields that no storage keeps. */
export async function fillSecrets(page: Page, file = keyFile()): Promise<void> {
  await field(page, "APIシークレット").fill(apiSecret);
  await field(page, "秘密鍵ファイル").setInputFiles(file);
}

export async function fillBillingContact(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(billingContact)) await field(page, label).fill(text);
}

const billing = {
  billing_charge_name: credentials.billingChargeName,
  billing_phone_number: credentials.billingPhoneNumber,
  billing_email: credentials.billingEmail,
};

const checkoutPath = (query: Record<string, string> = billing): string =>
  `/api/payment/checkout-session?${new URLSearchParams({
    cancel_path: "/upgrade",
    success_path: "/upgrade/payment?uuid=abcdefghij12345",
    ...query,
  })}`;

/** Returns the id of a session at the payment provider, without a browser. */
export async function openCheckout({ idToken }: Customer): Promise<string> {
  const opened = await getApi(checkoutPath(), idToken);
  return ((await opened.json()) as { checkout_session_id: string }).checkout_session_id;
}

export async function payByInvoice({ idToken }: Customer): Promise<void> {
  const { status } = await postJson("/api/payment/subscription", { mode: "invoice", ...billing }, idToken);
  expect(status).toBe(200);
}

/** The steps before the payment. */
export async function prepareUpgrade({ idToken }: Customer): Promise<void> {
  expect((await postJson("/api/user", upgradeRequest, idToken)).status).toBe(200);
}

/** As after a reload of the last step: the server has what the steps before it sent. */
export async function reachPayment(page: Page, customerKbn?: number): Promise<Customer> {
  const customer = await createCustomer({ state: "beforePayment", customerKbn });
  const { applicationId, apiKey, webhookUrl, ...contact } = credentials;
  const begun = {
    step: 2,
    voiceProvider: noVoiceProvider,
    billingContact: contact,
  } as const;
  const checked = withChecked(begun, { applicationId, apiKey, webhookUrl, file: "customer.key" });
  const upgradeInfo = JSON.stringify([customer.loginId, withRegistered(checked, contact)]);
  await openWizard(page, customer, { upgradeInfo });
  await expectStep(page, 2);
  return customer;
}
const noVoiceProvider = { applicationId: "", apiKey: "", webhookUrl: "", file: "" };

/** Presses the card button and arrives on the provider's page; what was answered to the browser. */
export async function goToCheckout(
  page: Page,
  total = "11,000円",
): Promise<{ sessionId: string; returnPath: string }> {
  const answered = Promise.withResolvers<Record<string, string>>();
  // Read on its way: the page is gone before its answer could be asked for.
  await routeOnce(page, "**/api/payment/checkout-session?*", async (route) => {
    const response = await route.fetch();
    answered.resolve(await response.json());
    await route.fulfill({ response });
  });
  await button(page, `${total}を支払う`).click();
  await button(page, "支払う").waitFor();
  const { checkout_session_id: sessionId = "", success_path: returnPath = "" } = await answered.promise;
  return { sessionId, returnPath };
}

/** An event at Stripe without this browser; `webhook: false` sends no webhook. */
export async function decideCheckout(
  sessionId: string,
  decision: { outcome: "paid" | "canceled" | "declined" | "pending"; webhook?: false },
): Promise<void> {
  const response = await fetch(local.url(`/__local/stripe/checkout/${sessionId}`), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(decision),
  });
  expect(response.status).toBeLessThan(300);
}

export const planOf = async (customer: Customer): Promise<[plan: string, paymentType: string]> => {
  const { Plan, PaymentType } = await userRecordOf(customer);
  return [Plan, PaymentType];
};

export const expectPlan = (customer: Customer, plan: string, paymentType: string): Promise<void> =>
  expect.poll(() => planOf(customer)).toEqual([plan, paymentType]);

export const expectComplete = async (page: Page): Promise<void> => {
  await heading(page, "アップグレードが完了しました").waitFor();
  expect(pathOf(page)).toBe("/upgrade/comp");
  await page.waitForFunction(() => document.title.startsWith("アップグレードが完了しました | "));
};
