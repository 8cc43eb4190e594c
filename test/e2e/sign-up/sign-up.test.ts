import { expect, test } from "vitest";
import { portalStorageOf, sessionStorageOf, signIn, startBrowser } from "../support/browser.ts";
import { newPerson } from "../support/customer.ts";
import { button, field } from "../support/elements.ts";
import { local } from "../support/local.ts";
import { consents, enterCode, expectRegistered, expectStep, fillAccount } from "../support/sign-up.ts";
import { typeJapanese } from "../support/typing.ts";

const browser = startBrowser();

const draftOf = async (): Promise<Record<string, unknown>> => {
  const stored = await sessionStorageOf(browser.page());
  expect(Object.keys(stored)).toEqual(["userDetailInfo"]);
  return JSON.parse(stored.userDetailInfo ?? "");
};

async function fillCompanyInJapanese(): Promise<void> {
  const page = browser.page();
  await page.getByRole("radio", { name: "個人事業主" }).check();
  await typeJapanese(field(page, "屋号またはお名前"), ["か", "かぶしき", "株式会社"], "株式会社");
  await typeJapanese(field(page, "屋号またはお名前"), ["さくら"], "さくら商店");
  await typeJapanese(field(page, "郵便番号"), ["１", "１５０", "１５００００２"], "１５００００２");
  await expect.poll(() => field(page, "市区町村・町名").inputValue()).toBe("渋谷区渋谷");
  expect(await field(page, "都道府県").inputValue()).toBe("13");
  await typeJapanese(field(page, "番地・建物名"), ["２"], "２ー１ー１");
  await typeJapanese(field(page, "ご担当者 姓"), ["さ", "さとう", "佐藤"], "佐藤");
  await typeJapanese(field(page, "ご担当者 名"), ["はな", "はなこ", "花子"], "花子");
  await field(page, "kintoneドメイン").fill("https://Sakura-Shop.cybozu.com/k/");
  for (const consent of consents(page)) await consent.check();
}

test("a visitor signs up, gets the key by mail, signs in and sees the menu", async () => {
  const page = browser.page();
  const person = newPerson();
  const digits = person.phoneNumber.replaceAll("-", "");
  const fullWidth = String.fromCodePoint(...[...digits].map((digit) => 0xff10 + Number(digit)));

  await page.goto("/");
  await expectStep(page, "お客様情報");
  await fillCompanyInJapanese();
  await button(page, "同意して次へ").click();
  await expectStep(page, "電話番号");
  expect((await draftOf()).company).toMatchObject({
    customerKbn: 1,
    corporateName: "株式会社さくら商店",
    postalCode: "150-0002",
    prefecture: 13,
    city: "渋谷区渋谷",
    streetAddress: "２ー１ー１",
    chargeLastName: "佐藤",
    chargeFirstName: "花子",
    kintoneDomain: "sakura-shop",
    optInServiceInfo: true,
    optInEvents: true,
    agreedTerms: true,
    agreedBusinessUse: true,
  });

  await typeJapanese(field(page, "ご担当者 携帯電話番号"), [fullWidth.slice(0, 3), fullWidth], fullWidth);
  await expect.poll(() => field(page, "ご担当者 携帯電話番号").inputValue()).toBe(person.phoneNumber);
  await button(page, "認証コードを送信").click();
  await expectStep(page, "SMS認証");
  await page
    .getByText("認証コードは15分間有効です。認証が完了しない場合は、自動的に再送信されます。")
    .waitFor();
  expect(await draftOf()).toMatchObject({ chargePhoneNumber: person.phoneNumber, phoneVerified: false });
  await enterCode(page, await local.code(person.phoneNumber));

  await expectStep(page, "ログイン情報");
  await fillAccount(page, person);
  await button(page, "認証コードを送信").click();
  await expectStep(page, "メール認証");
  const { loginId: userId, email } = person;
  expect(await draftOf()).toMatchObject({ userId, email, phoneVerified: true, accountCreated: true });
  expect(JSON.stringify(await draftOf())).not.toContain(person.password);
  await enterCode(page, await local.code(email));

  await expectRegistered(page);
  await page
    .getByText("ライセンスキー（認証キー）を、ご登録いただいたメールアドレスにお送りしました。")
    .waitFor();
  await page.getByText(/プラグインの設定画面でライセンスキーを登録してください/).waitFor();
  await expect.poll(() => sessionStorageOf(page)).toEqual({});

  const [mail] = await local.messages(email);
  expect(mail?.subject).toBe("【電話連携プラグイン】ライセンスキー（認証キー）のお知らせ");
  expect(mail?.text).toMatch(
    /株式会社さくら商店\n佐藤 花子 様[\s\S]*ライセンスキー：(?:[0-9A-Z]{5}-){5}[0-9A-Z]{5}\n/,
  );

  await button(page, "ログイン").click();
  await page.waitForURL("**/signin");
  await signIn(page, person);
  await page.waitForURL("**/menu");
  await expect.poll(() => sessionStorageOf(page)).toMatchObject({ loginId: userId, plan: "trial" });
  expect(Object.keys(await portalStorageOf(page)).sort()).toEqual(
    ["customerId", "idToken", "loginId", "paymentType", "plan"].sort(),
  );
});
