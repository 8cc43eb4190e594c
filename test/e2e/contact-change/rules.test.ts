import { beforeAll, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../support/accessibility.ts";
import { expectRefusals } from "../support/account-change.ts";
import { openCompleted, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, expectFocus } from "../support/sign-up.ts";
import { type Customer, changeScreen, sendButton } from "../support/verified-change.ts";

const { page } = startBrowser();
let customer: Customer;
beforeAll(async () => {
  customer = await createCustomer();
});

const format = {
  email: "メールアドレスの形式が正しくありません。",
  phone: "半角数字とハイフンで入力してください。（例：090-XXXX-YYYY、03-XXXX-YYYY）",
  mobile: "携帯電話番号ではありません。",
};
const screens = {
  email: {
    path: "/em/change",
    rows: ({ email }: Customer) => [
      ["taro", format.email],
      ["taro@example", format.email],
      ["ta ro@example.co.jp", format.email],
      [email, "現在のメールアドレスと同じです。変更後のメールアドレスを入力してください。"],
    ],
  },
  phone: {
    path: "/pn/change",
    rows: ({ phoneNumber }: Customer) => [
      ["090-12", format.phone],
      ["abc", format.phone],
      ["03-1234-5678", format.mobile],
      ["０５０１２３４５６７８", format.mobile],
      [phoneNumber, "現在の電話番号と同じです。変更後の電話番号を入力してください。"],
    ],
  },
} as const;

test.each(["email", "phone"] as const)(
  "%s: each rule shows its message at the field, what is registered is refused, and Back leads to /update",
  async (kind) => {
    const { label, input, open } = changeScreen(kind, page);
    const { path, rows } = screens[kind];
    await open(customer);
    for (const [typed = "", message = ""] of [["", `${label} は必須です。`], ...rows(customer)])
      await expectRefusals(page(), sendButton, { [label]: typed }, { [label]: message });
    await expectFocus(input());
    await expectAccessibleAtBothWidths(page());
    await button(page(), "戻る").click();
    await page().waitForURL("**/update");

    await openCompleted(page(), `${path}/comp`);
    await button(page(), "ご登録情報の変更に戻る").click();
    await page().waitForURL("**/update");
  },
);
