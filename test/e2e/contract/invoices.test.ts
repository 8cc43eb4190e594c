import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { sessionStorageOf, signInHere, startBrowser } from "../support/browser.ts";
import {
  comeBack,
  contractOf,
  createSubscriber,
  invoices,
  openContract,
  passTime,
} from "../support/contract.ts";
import { postJson } from "../support/customer.ts";
import { button, expectFocus, field, heading } from "../support/elements.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();

async function downloaded(press: string, name: RegExp): Promise<Buffer> {
  const download = page().waitForEvent("download");
  await button(page(), press).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(name);
  return readFile(await file.path());
}

test("accounting takes the current year's invoices as a table and as PDFs", async () => {
  const customer = await createSubscriber("card");
  await passTime(customer, "period_ended");
  const [newest] = (await contractOf(customer)).invoices ?? [];
  const year = (newest?.issuedAt ?? "").slice(0, 4);
  await openContract(page(), customer);
  expect(await field(page(), "発行年").inputValue()).toBe(year);
  const rows = invoices(page()).getByRole("row");
  await expect.poll(() => rows.count()).toBe(1 + 2);
  await page().getByText("その領収書が入ります。").waitFor();

  const csv = await downloaded("CSVをダウンロード", /^請求書_\d{4}年\.csv$/);
  const table: Record<string, string>[] = parse(csv, { bom: true, columns: true });
  expect(table[0]?.請求書番号).toBe(newest?.number);
  const zip = unzipSync(await downloaded("PDFをまとめてダウンロード（ZIP）", /^請求書_\d{4}年\.zip$/));
  expect(Object.keys(zip).toSorted()).toEqual(
    table
      .flatMap(({ 発行日, 請求書番号, "金額（税込）": amount }) =>
        ["", "_領収書"].map((kind) => `${発行日}_${請求書番号}_${amount}円${kind}.pdf`),
      )
      .toSorted(),
  );
  for (const file of Object.values(zip)) expect(Buffer.from(file.subarray(0, 4)).toString()).toBe("%PDF");

  await page().route("**/api/invoices?*format*", (route) => route.abort());
  await button(page(), "CSVをダウンロード").click();
  await page().getByRole("alert").getByText("ダウンロードできませんでした。サーバーに接続").waitFor();
});

test("the next invoice has the typed texts, and further recipients get a mail", async () => {
  const customer = await createSubscriber("card");
  await openContract(page(), customer);
  await page()
    .getByRole("button", { name: /^請求書の記載事項/ })
    .click();
  await field(page(), "部署名").fill("あ".repeat(101));
  await field(page(), "部署名").press("Enter");
  await page().getByText("部署名は100文字以内で入力してください。").waitFor();
  await expectFocus(field(page(), "部署名"));

  const cc = "請求書の控えの送付先（CC）";
  const address = `keiri-${customer.email}`;
  await field(page(), "部署名").fill("");
  await field(page(), cc).fill(`${address}、soumu@`);
  await field(page(), cc).press("Enter");
  await page().getByText("メールアドレスの形式が正しくないものがあります。").waitFor();
  await expectFocus(field(page(), cc));

  const printed = { 宛名: "株式会社テスト商事 経理部", 部署名: "総務部", 発注番号: "PO-2026-1" };
  const fields = { ...printed, [cc]: address };
  for (const [label, text] of Object.entries(fields)) await field(page(), label).fill(text);
  await page().route("**/api/contract", (route) => route.abort());
  await button(page(), "記載事項と送付先を保存").click();
  await page().getByRole("alert").getByText("お手続きを完了できませんでした。").waitFor();
  await page().unroute("**/api/contract");
  await button(page(), "記載事項と送付先を保存").dblclick();
  await page()
    .getByText("請求書の記載事項と送付先を保存しました。次回以降の請求書から反映します。")
    .waitFor();
  const { invoiceFields } = await contractOf(customer);
  expect(Object.values(invoiceFields ?? {})).toEqual(Object.values(fields));

  await passTime(customer, "period_ended");
  const [newest] = (await contractOf(customer)).invoices ?? [];
  const shown = await (await fetch(newest?.hostedUrl ?? "")).text();
  for (const text of Object.values(printed)) expect(shown).toContain(text);
  const copies = async () => {
    await local.reconcile();
    return (await local.messages(address)).map(({ text }) => text.includes(newest?.hostedUrl ?? ""));
  };
  await expect.poll(copies).toEqual([true]);

  const [{ text, attachments } = { text: "" }] = await local.messages(address);
  expect(attachments?.map(({ fileName }) => fileName)).toEqual([`invoice-${newest?.number}.pdf`]);
  await page().goto(/https?:\S+\/unsubscribe\/invoice-copies#\S+/.exec(text)?.[0] ?? "");
  await button(page(), "送付を停止する").click();
  await heading(page(), "送付を停止しました").waitFor();
  expect((await contractOf(customer)).stoppedCopies).toEqual([address]);
  await page().reload();
  await button(page(), "送付を停止する").click();
  await button(page(), "送付を再開する").click();
  await heading(page(), "送付を再開しました").waitFor();
  expect((await contractOf(customer)).stoppedCopies).toEqual([]);
  await page().reload();
  await button(page(), "送付を停止する").click();
  await heading(page(), "送付を停止しました").waitFor();
  await openContract(page(), customer);
  await page().getByText(`宛先のご希望により送付を停止: ${address}`).waitFor();
  await page()
    .getByRole("button", { name: /^請求書の記載事項/ })
    .click();
  await page().getByText("この宛先のご希望により、請求書の控えの送付を停止しています。").waitFor();
});

test("a draft of the invoice texts survives a reload, and overwrites no other tab", async () => {
  const customer = await createSubscriber("card");
  await openContract(page(), customer);
  const unfold = page().getByRole("button", { name: /^請求書の記載事項/ });
  await unfold.click();
  await field(page(), "宛名").fill("株式会社テスト商事 経理部");

  await page().reload();
  await expect.poll(() => field(page(), "宛名").inputValue()).toBe("株式会社テスト商事 経理部");

  const elsewhere = { operation: "invoice-fields", addressee: "", department: "総務部", orderNumber: "PO-1" };
  expect((await postJson("/api/contract", elsewhere, customer.idToken)).status).toBe(200);
  await comeBack(page());
  await expect.poll(() => field(page(), "発注番号").inputValue()).toBe("PO-1");
  expect(await field(page(), "宛名").inputValue()).toBe("株式会社テスト商事 経理部");

  await page().route("**/api/contract", (route) => route.fulfill({ status: 401, json: {} }));
  await button(page(), "記載事項と送付先を保存").click();
  await page().getByText("入力した内容は保存されています。").waitFor();
  await page().unroute("**/api/contract");
  await signInHere(page(), customer);
  await page().waitForURL("**/contract");
  await expect.poll(() => field(page(), "宛名").inputValue()).toBe("株式会社テスト商事 経理部");
  await button(page(), "記載事項と送付先を保存").click();
  await page().getByText("請求書の記載事項と送付先を保存しました。").waitFor();
  const saved = { addressee: "株式会社テスト商事 経理部", department: "総務部", orderNumber: "PO-1" };
  expect((await contractOf(customer)).invoiceFields).toEqual({ ...saved, ccAddresses: "" });
  expect(await sessionStorageOf(page())).not.toHaveProperty("invoiceFieldsInfo");

  // Another tab saves while this one is looked at: the press shows what it saved, and the next one saves both.
  const meanwhile = { operation: "invoice-fields", ...saved, orderNumber: "PO-2" };
  expect((await postJson("/api/contract", meanwhile, customer.idToken)).status).toBe(200);
  await field(page(), "部署名").fill("経理部");
  await button(page(), "記載事項と送付先を保存").click();
  await page().getByText("もう一度保存してください。").waitFor();
  await expect.poll(() => field(page(), "発注番号").inputValue()).toBe("PO-2");
  expect(await field(page(), "部署名").inputValue()).toBe("経理部");
  await button(page(), "記載事項と送付先を保存").click();
  await page().getByText("請求書の記載事項と送付先を保存しました。").waitFor();
  const both = { ...saved, department: "経理部", orderNumber: "PO-2", ccAddresses: "" };
  expect((await contractOf(customer)).invoiceFields).toEqual(both);
});
