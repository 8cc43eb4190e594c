import { expect, test } from "vitest";
import { sessionStorageOf, startBrowser } from "../support/browser.ts";
import { credentials, keyText } from "../support/credentials.ts";
import { subOf, userRecordOf } from "../support/customer.ts";
import { button, field } from "../support/elements.ts";

import { customerItems, decrypt } from "../support/table.ts";
import {
  createStandardCustomer,
  expectUpdated,
  openUpdate,
  save,
  tab,
  watchUpdates,
} from "../support/update.ts";
import { keyFile } from "../support/upgrade.ts";

const { page } = startBrowser();

const secretsOf = async (sub: string) => (await customerItems(sub)).find(({ sk }) => sk?.S === "SECRETS");

test("an update of key, secret, key file and billing contact sends only these, once", async () => {
  const customer = await createStandardCustomer();
  await openUpdate(page(), customer);
  await tab(page(), "voice").click();
  const sub = subOf(customer.idToken);
  const sent = watchUpdates(page());
  await field(page(), "APIキー").fill("Ｚ9y8x7w6");
  await save(page());
  await expectUpdated(page());
  expect(sent).toEqual([{ operation: "update", version: 2, apiKey: "Z9y8x7w6" }]);
  const before = await secretsOf(sub);

  await page().goBack();
  await tab(page(), "voice").click();
  await button(page(), "APIシークレットの変更").click();
  await field(page(), "APIシークレット").fill("CanarySecret1");
  await button(page(), "秘密鍵ファイルの変更").click();
  await field(page(), "秘密鍵ファイル").setInputFiles(keyFile("new.key", `${keyText}\n`));
  expect(JSON.stringify(await sessionStorageOf(page()))).not.toContain("CanarySecret1");
  await save(page());
  await expectUpdated(page());
  const privateKey = Buffer.from(`${keyText}\n`).toString("base64");
  expect(sent.at(-1)).toEqual({ operation: "update", version: 3, apiSecret: "CanarySecret1", privateKey });
  const after = await secretsOf(sub);
  expect(after?.privateKey?.S).not.toBe(before?.privateKey?.S);
  expect(await decrypt(after?.apiSecret?.S ?? "", { customer: sub, field: "apiSecret" })).toBe(
    "CanarySecret1",
  );
  expect(await userRecordOf(customer)).toMatchObject({
    ApiKey: "Z9y8x7w6",
    ApplicationId: credentials.applicationId,
  });

  await page().goBack();
  await tab(page(), "billing").click();
  await field(page(), "請求先 ご担当者名").fill("請求 次郎");
  await button(page(), "変更を保存").dblclick();
  await expectUpdated(page());
  expect(sent.slice(2)).toEqual([{ operation: "update", version: 4, billingChargeName: "請求 次郎" }]);
  expect((await userRecordOf(customer)).BillingChargeName).toBe("請求 次郎");
});
