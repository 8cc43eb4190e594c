import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openAs } from "./browser.ts";
import { type Customer, createCustomer, subOf } from "./customer.ts";
import { button, heading, pathOf } from "./elements.ts";

import { setPlan } from "./table.ts";

export const tabs = {
  user: "お客様情報",
  voice: "Vonageの接続情報",
  billing: "請求先ご担当者",
} as const;

export const tab = (page: Page, name: keyof typeof tabs) =>
  page.getByRole("tab", { name: new RegExp(`^${tabs[name]}`) });

/** A customer on the standard plan; who pays for it, and how, is left out. */
export async function createStandardCustomer(): Promise<Customer> {
  const customer = await createCustomer({ state: "beforePayment" });
  await setPlan(subOf(customer.idToken), "standard");
  return customer;
}

/** The screen, once the record is on it. */
export const expectUpdate = (page: Page): Promise<void> => tab(page, "user").waitFor();

export async function openUpdate(page: Page, customer: Customer): Promise<void> {
  await openAs(page, customer, "/update");
  await expectUpdate(page);
}

/** The bodies of every update that leaves the page. */
export function watchUpdates(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/user"))
      bodies.push(JSON.parse(request.postData() ?? "{}"));
  });
  return bodies;
}

export const save = (page: Page): Promise<void> => button(page, "変更を保存").click();

export const expectUpdated = async (page: Page): Promise<void> => {
  await heading(page, "ご登録情報を変更しました").waitFor();
  expect(pathOf(page)).toBe("/update/comp");
};

/** The question before something unsaved is lost. */
export const question = (page: Page) =>
  page.getByRole("alertdialog", { name: "保存していない変更があります" });
