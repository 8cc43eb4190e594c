import { expect, test } from "vitest";
import { routeOnce, startBrowser } from "../support/browser.ts";
import { createCustomer } from "../support/customer.ts";
import { button, field } from "../support/elements.ts";
import { expectStep } from "../support/sign-up.ts";
import { openUpdate, save, watchUpdates } from "../support/update.ts";

const { page } = startBrowser();

const prefecture = (): Promise<string> =>
  field(page(), "都道府県").evaluate(
    (select) => (select as HTMLSelectElement).selectedOptions[0]?.text ?? "",
  );
const city = (): Promise<string> => field(page(), "市区町村・町名").inputValue();
const expectAddress = (address: string): Promise<void> =>
  expect.poll(async () => (await prefecture()) + (await city())).toBe(address);

test("a postcode fills in the address, and replaces typed text only when asked", async () => {
  await page().goto("/");
  await expectStep(page(), "お客様情報");
  const postcode = field(page(), "郵便番号");
  await postcode.fill("〒１００－０００５");
  await expectAddress("東京都千代田区丸の内");
  expect(await field(page(), "番地・建物名").inputValue()).toBe("");
  // Without later typing, another postcode replaces the address.
  await postcode.fill("4328023");
  await expectAddress("静岡県浜松市中央区鴨江");

  const choice = field(page(), "町名を選んで住所を入力");
  await postcode.fill("498-0000");
  await choice.selectOption({ label: "三重県桑名郡木曽岬町" });
  await expectAddress("三重県桑名郡木曽岬町");
  await choice.waitFor({ state: "detached" });

  await field(page(), "市区町村・町名").fill("弥富市平島");
  await postcode.fill("100-0005");
  const offer = button(page(), "「東京都千代田区丸の内」を入力する");
  await offer.waitFor();
  await expectAddress("三重県弥富市平島");
  await offer.click();
  await expectAddress("東京都千代田区丸の内");

  await postcode.fill("100-9999");
  await page().getByText("この郵便番号の住所は見つかりませんでした。").waitFor();
  await expectAddress("東京都千代田区丸の内");
  // A file that cannot be had stops nobody.
  await routeOnce(page(), "**/assets/postcodes-*/**", (route) => route.abort());
  await postcode.fill("530-0001");
  await expectAddress("東京都千代田区丸の内");
});

test("a corporate number fills in name and address once the customer agrees", async () => {
  await openUpdate(page(), await createCustomer());
  const sent = watchUpdates(page());
  const before = await field(page(), "会社名").inputValue();
  await field(page(), "法人番号").fill("T7000-0120-50002");
  await page().getByText("国税庁（東京都千代田区霞が関３丁目１－１）").waitFor();
  expect(await field(page(), "会社名").inputValue()).toBe(before);
  await button(page(), "この名称と住所を入力する").click();
  await page().getByText("会社名と住所を入力しました。").waitFor();
  await save(page());
  await page().waitForURL("**/update/comp");
  expect(sent).toMatchObject([
    {
      corporateNumber: "7000012050002",
      corporateName: "国税庁",
      city: "千代田区",
      streetAddress: "霞が関3丁目1-1",
    },
  ]);
  await page().goBack();
  await field(page(), "法人番号").fill("9010001999997");
  await page().getByText("国税庁の法人番号公表サイトに、この番号は見つかりませんでした。").waitFor();
});
