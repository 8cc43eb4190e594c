/** /pn/change and /em/change, as a person walks through them. */
import type { Locator, Page } from "playwright-core";
import { openAs, routeOnce } from "./browser.ts";
import { createCustomer, newPerson, type Person } from "./customer.ts";
import { button, expectAlert, field } from "./elements.ts";

const screens = {
  phone: {
    path: "/pn/change",
    label: "ご担当者 携帯電話番号",
    steps: ["新しい電話番号", "SMS認証"],
    contactOf: ({ phoneNumber }: Person) => phoneNumber,
  },
  email: {
    path: "/em/change",
    label: "メールアドレス",
    steps: ["新しいメールアドレス", "メール認証"],
    contactOf: ({ email }: Person) => email,
  },
} as const;

export type ChangeKind = keyof typeof screens;
export type Customer = Awaited<ReturnType<typeof createCustomer>>;

export const sendButton = "認証コードを送信";

/** One of the two, on that page. */
export function changeScreen(kind: ChangeKind, page: () => Page) {
  const { path, label, steps, contactOf } = screens[kind];
  const input = (): Locator => field(page(), label);
  const expectStep = (step: 0 | 1): Promise<void> =>
    page().getByRole("heading", { level: 2, name: steps[step], exact: true }).waitFor();
  return {
    path,
    label,
    input,
    expectStep,
    /** A number or an address that no customer has. */
    newValue: (): string => contactOf(newPerson()),
    /** As that customer or a new one, who sees what is registered now. */
    async open(known?: Customer): Promise<Customer> {
      const customer = known ?? (await createCustomer());
      await openAs(page(), customer, path);
      await page().getByText(contactOf(customer)).waitFor();
      return customer;
    },
    async sendTo(typed: string): Promise<void> {
      await input().fill(typed);
      await button(page(), sendButton).click();
      await expectStep(1);
    },
    expectNotSaved: (): Promise<void> => expectAlert(page(), "変更はまだ保存されていません。"),
  };
}

export const answerOnce = (page: Page, address: string, status: number): Promise<unknown> =>
  routeOnce(page, address, (route) => route.fulfill({ status, json: {} }));
