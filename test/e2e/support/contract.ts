import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TimeEvent } from "#scripts/local/emulators/stripe/simulate.ts";
import { type Contract, contract } from "#shared/contract.ts";
import { openAs } from "./browser.ts";
import { type Customer, createCustomer, getApi, subOf } from "./customer.ts";
import { local } from "./local.ts";
import { customerItems } from "./table.ts";

/** A customer who has bought the standard plan. */
export const createSubscriber = (by: "card" | "invoice"): Promise<Customer> => createCustomer({ state: by });

/** The subscription that the record names. */
export async function subscriptionOf({ idToken }: Customer): Promise<string> {
  const profile = (await customerItems(subOf(idToken))).find(({ sk }) => sk?.S === "PROFILE");
  return profile?.subscriptionId?.S ?? "";
}

/** The effect of time on the customer's subscription at Stripe. */
export async function passTime(customer: Customer, event: TimeEvent): Promise<void> {
  const response = await fetch(local.url(`/__local/stripe/subscriptions/${await subscriptionOf(customer)}`), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ event }),
  });
  expect(response.status).toBe(200);
}

export async function contractOf({ idToken }: Customer): Promise<Contract> {
  return contract.parse((await (await getApi("/api/contract", idToken)).json()).result);
}

export const invoices = (page: Page) => page.getByRole("region", { name: "請求書と領収書" });
export const lateNotice = (page: Page) =>
  page.getByRole("status").filter({ hasText: "お支払いを確認できていません" });

export async function openContract(page: Page, customer: Customer): Promise<void> {
  await openAs(page, customer, "/contract");
  await page.getByRole("region", { name: "ご契約の状態" }).waitFor();
}

/** As somebody who comes back from another tab: what the screen shows is asked for again. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
