import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { findUnpaidInvoice } from "#functions/billing/stripe/invoice-list.ts";
import { readIssuedInvoice } from "#functions/billing/stripe/invoices.ts";
import type { ContractInvoice } from "#shared/contract.ts";
import { dayMs } from "#shared/durations.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { advance } from "../support/portal.ts";
import { outcome, refusal } from "../support/replies.ts";
import type { Owner } from "../support/world/customers.ts";
import type { StripeState } from "../support/world/stripe.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

/** `stripeCalls`: of this request; the webhooks of a payment may still be at work. */
async function ask(payer: Owner, query: Record<string, string>) {
  const reply = await portal.call("invoices", { by: payer, query });
  const stripeCalls = portal.requests.list("stripe");
  return { ...reply, stripeCalls: stripeCalls.filter(({ requestId }) => requestId === reply.requestId) };
}

async function resultOf(payer: Owner, query: Record<string, string>) {
  const { status, text } = await ask(payer, query);
  expect(status).toBe(200);
  return JSON.parse(text).result;
}

const fileOf = async (payer: Owner, year: string, format: string): Promise<Buffer> =>
  Buffer.from((await resultOf(payer, { year, format })).file, "base64");
/** The table's rows, as a spreadsheet reads them. */
const rowsIn = (csv: Buffer): Record<string, string>[] =>
  parse(csv, { bom: true, columns: true, record_delimiter: "\r\n" });

/** Twelve months later, so that two years have invoices. */
async function customerOfAYear(): Promise<Owner> {
  const [payer, subscriptionId] = await world.createPayer("card");
  for (let month = 1; month <= 12; month += 1) {
    advance(30 * dayMs);
    await world.pass(subscriptionId, "period_ended");
  }
  return payer;
}

const payer = await customerOfAYear();
const firstPage = await world.contractOf(payer);
const secondPage = await world.contractOf(payer, { cursor: firstPage.nextCursor ?? "" });
const shown = [...(firstPage.invoices ?? []), ...(secondPage.invoices ?? [])];
const inJapan = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Asia/Tokyo" });
const dayOf = ({ issuedAt }: { issuedAt: string }): string => inJapan.format(new Date(issuedAt));
const years = [...new Set(shown.map((invoice) => dayOf(invoice).slice(0, 4)))];

test("the contract shows invoices newest first in two pages, and to their payer alone", async () => {
  const numbers = shown.map(({ number }) => Number(number?.slice(-4)));
  expect(numbers).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect([firstPage.invoices?.length, secondPage.nextCursor]).toEqual([12, null]);
  const [other] = await world.createPayer("card");
  for (const cursor of [shown[3]?.id ?? "", "in_nobody's", "cus_1", ""])
    expect(outcome(await world.getContract(other, { cursor })), cursor).toEqual([400, "bad_request"]);
  expect((await world.getContract(other, { name: payer.loginId })).status).toBe(400);
});

test("each year has its own, and together they are all", async () => {
  expect(years).toHaveLength(2);
  const listed = await Promise.all(years.map(async (year) => (await resultOf(payer, { year })).invoices));
  expect(listed.flat()).toEqual(shown);
});

test("the table shows date, number, amounts, rate, state and refund of invoices", async () => {
  const [year = ""] = years;
  const csv = await fileOf(payer, year, "csv");
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(csv.toString().split("\r\n").at(-1)).toBe("");
  const expected = shown.filter((invoice) => dayOf(invoice).startsWith(year));
  expect(rowsIn(csv)).toEqual(
    expected.map((invoice) => ({
      発行日: dayOf(invoice),
      請求書番号: invoice.number,
      対象期間: expect.stringMatching(/^\d{4}-\d{2}-\d{2}〜\d{4}-\d{2}-\d{2}$/),
      ...{ 税抜金額: "10000", 消費税額: "1000", 税率: "10%", "金額（税込）": "11000" },
      ...{ 状態: "お支払い済み", 支払日: dayOf(invoice), 支払方法: "クレジットカード", 返金額: "" },
    })),
  );
  // Each invoice is for the time after the one before.
  const periods = rowsIn(csv).map((row) => (row.対象期間 ?? "").split("〜"));
  periods.slice(1).forEach(([, until = ""], index) => {
    expect(Date.parse(periods[index]?.[0] ?? "") - Date.parse(until)).toBe(dayMs);
  });
});

test("a payment that was given back or disputed is no paid invoice in list and table", async () => {
  const [owner, subscriptionId] = await world.createPayer("card");
  await world.pass(subscriptionId, "period_ended");
  await world.refund(owner, 4_000);
  await world.pass(subscriptionId, "period_ended");
  await world.refund(owner);
  await world.pass(subscriptionId, "period_ended");
  world.emulator.simulate.disputeClosed(world.emulator.simulate.disputed(subscriptionId), "lost");
  const { invoices } = await world.contractOf(owner);
  expect(invoices).toMatchObject([
    { isChargedBack: true, refunded: 0 },
    { isChargedBack: false, refunded: 11_000 },
    { isChargedBack: false, refunded: 4_000 },
    { isChargedBack: false, refunded: 0 },
  ]);
  const csv = await fileOf(owner, dayOf(invoices?.[0] ?? { issuedAt: "" }).slice(0, 4), "csv");
  expect(rowsIn(csv).map(({ 状態, 返金額 }) => [状態, 返金額])).toEqual([
    ["カード会社による取消", ""],
    ["返金済み", "11000"],
    ["一部返金済み", "4000"],
    ["お支払い済み", ""],
  ]);
});

test("a small amount has the rate by which its tax was rounded", async () => {
  const [owner, subscriptionId] = await world.createPayer("card");
  world.changePrice(subscriptionId, { unit_amount: 50 });
  await world.pass(subscriptionId, "period_ended");
  const [newest] = (await world.contractOf(owner)).invoices ?? [];
  expect(newest).toMatchObject({ amount: 50, tax: 5 });
  const csv = await fileOf(owner, dayOf(newest ?? { issuedAt: "" }).slice(0, 4), "csv");
  expect(rowsIn(csv)[0]).toMatchObject({ "金額（税込）": "50", 税率: "10%" });
});

test("the zip holds each invoice and its receipt, by day, number and amount", async () => {
  const [year = ""] = years;
  const files = unzipSync(await fileOf(payer, year, "zip"));
  const expected = shown.filter((invoice) => dayOf(invoice).startsWith(year));
  const nameOf = (invoice: ContractInvoice) => `${dayOf(invoice)}_${invoice.number}_11000円.pdf`;
  const receiptNameOf = (invoice: ContractInvoice) => nameOf(invoice).replace(".pdf", "_領収書.pdf");
  expect(Object.keys(files).toSorted()).toEqual(
    expected.flatMap((invoice) => [nameOf(invoice), receiptNameOf(invoice)]).toSorted(),
  );
  for (const invoice of expected) {
    const direct = await (await fetch(invoice.pdfUrl ?? "")).bytes();
    expect(Buffer.from(files[nameOf(invoice)] ?? "").equals(direct)).toBe(true);
    const receipt = await textOfPdf(files[receiptNameOf(invoice)] ?? direct);
    expect(receipt).toContain(`領 収 書 請求書番号 ${invoice.number}`);
  }
});

test("the zip holds both of two invoices whose numbers differ only by / and :", async () => {
  const [other, subscriptionId] = await world.createPayer("card");
  const first = await world.latestInvoiceOf(subscriptionId);
  await world.pass(subscriptionId, "period_ended");
  const second = await world.latestInvoiceOf(subscriptionId);
  const effective_at = Date.now() / 1000;
  world.changeAtStripe("invoices", first, { number: "A/1", effective_at });
  world.changeAtStripe("invoices", second, { number: "A:1", effective_at });
  const names = Object.keys(unzipSync(await fileOf(other, inJapan.format(new Date()).slice(0, 4), "zip")));
  expect(names).toHaveLength(4);
  for (const id of [first, second]) expect(names.filter((name) => name.includes(id))).toHaveLength(2);
});

/** The words of a receipt, and its file's name. */
async function receiptOf(paid: Owner, { id }: { id: string }): Promise<{ text: string; fileName: string }> {
  const { fileName, file } = await resultOf(paid, { receipt: id });
  return { fileName, text: await textOfPdf(Buffer.from(file, "base64")) };
}

describe("a receipt", () => {
  test.each([
    ["card", "クレジットカード"],
    ["invoice", "銀行振込"],
  ] as const)("says who paid how much to whom, when and how, paid by %s", async (paymentType, method) => {
    const [paid, subscriptionId] = await world.createPayer(paymentType);
    const id = await world.latestInvoiceOf(subscriptionId);
    if (paymentType === "invoice") {
      const { hosted_invoice_url: page } = await world.stripe.invoices.finalizeInvoice(id);
      expect((await world.contractOf(paid)).invoices).toMatchObject([{ hasReceipt: false }]);
      expect((await ask(paid, { receipt: id })).status).toBe(404);
      advance(3 * dayMs);
      await fetch(page ?? "", { method: "POST" });
    }
    const [invoice] = (await world.contractOf(paid)).invoices ?? [];
    expect(invoice).toMatchObject({ id, status: "paid", hasReceipt: true });
    const { text, fileName } = await receiptOf(paid, { id });
    expect(fileName).toBe(`${inJapan.format(new Date())}_${invoice?.number}_11000円_領収書.pdf`);
    const { corporateName } = await world.profileOf(paid);
    const day = new Date().toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
    for (const part of [
      "領 収 書",
      `請求書番号 ${invoice?.number} 領収日 ${day}`,
      `${corporateName} 御中`,
      "登録番号 T8000000000001",
      "領収金額（税込） ¥11,000",
      "として 上記の金額を領収いたしました。",
      "但し、電話連携プラグイン スタンダードプラン利用料（",
      `お支払い方法 ${method} 10%対象（税抜） ¥10,000 消費税（10%） ¥1,000 請求金額（税込） ¥11,000`,
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/返金|取り消され|うち、残高/);
  });

  test("has the customer's texts, 〓 for a missing glyph, 様 for a person, and refunds", async () => {
    const [paid, subscriptionId] = await world.createPayer("card", { customerKbn: 1 });
    const id = await world.latestInvoiceOf(subscriptionId);
    const custom_fields = [
      { name: "宛名", value: "山田\u{13000}商店" },
      { name: "部署名", value: "経理部" },
      { name: "発注番号", value: "PO-1" },
    ];
    world.changeAtStripe("invoices", id, { custom_fields, total: 12_000 });
    await world.refund(paid, 4_000);
    world.emulator.simulate.disputeClosed(world.emulator.simulate.disputed(subscriptionId), "lost");
    const { text } = await receiptOf(paid, { id });
    for (const part of [
      "山田〓商店 経理部 様",
      "発注番号 PO-1",
      "うち、残高などによるお支払い ¥1,000",
      "このお支払いのうち、¥4,000は返金済みです。",
      "このお支払いは、カード会社により取り消されました。",
    ])
      expect(text).toContain(part);
  });

  test("keeps the form of address that the customer typed", async () => {
    const [paid, subscriptionId] = await world.createPayer("card");
    const id = await world.latestInvoiceOf(subscriptionId);
    for (const [addressee, department, printed] of [
      ["山田 花子 様", "", "山田 花子 様 領収金額"],
      ["株式会社さくら御中", "", "株式会社さくら御中 領収金額"],
      ["株式会社さくら", "総務部", "株式会社さくら 総務部 御中 領収金額"],
    ]) {
      const custom_fields = [
        { name: "宛名", value: addressee },
        { name: "部署名", value: department },
      ];
      world.changeAtStripe("invoices", id, { custom_fields });
      expect((await receiptOf(paid, { id })).text).toContain(printed);
    }
  });

  test("of somebody else's invoice, or of none: 404", async () => {
    const [other] = await world.createPayer("card");
    const receipt = shown[0]?.id ?? "";
    for (const reply of [
      await ask(other, { receipt }),
      await ask(await world.createCustomer(), { receipt }),
      await ask(payer, { receipt: "in_unknown" }),
    ])
      expect(refusal(reply)).toEqual([404, "この請求書の領収書はありません。"]);
  });
});

describe("the answer contains only Stripe's data", () => {
  test("a year without invoices is an empty list, and no file", async () => {
    expect(await resultOf(payer, { year: "2001" })).toEqual({ invoices: [] });
    const file = await ask(payer, { year: "2001", format: "csv" });
    expect(refusal(file)).toEqual([404, "2001年に発行された請求書はありません。"]);
  });

  test("a trial has none, and Stripe is not asked", async () => {
    const trial = await world.createCustomer();
    const { text, stripeCalls } = await ask(trial, { year: years[0] ?? "" });
    expect(JSON.parse(text).result).toEqual({ invoices: [] });
    expect(stripeCalls).toEqual([]);
  });

  test("no zip comes without a PDF that Stripe does not send", async () => {
    const [year = ""] = years;
    await world.failStripe({ status: 500, operation: "GET /invoice/{account}/{invoice}/pdf", times: 1 });
    const unloaded = [502, expect.stringContaining("請求書のPDFを取得できませんでした。")];
    expect(refusal(await ask(payer, { year, format: "zip" }))).toEqual(unloaded);
  });

  test.each<[string, change: (state: StripeState, invoice: string, charge: string) => void]>([
    [
      "without a charge that succeeded",
      ({ charges }, _, charge) => {
        for (const each of charges) if (each.id === charge) each.status = "failed";
      },
    ],
    [
      "with one unlisted payment of two",
      ({ invoicePayments }, invoice) => {
        const one = invoicePayments.find((each) => each.invoice === invoice);
        const payment = { type: "payment_intent", payment_intent: "pi_unlisted" } as const;
        if (one) invoicePayments.push({ ...one, id: "inpay_other", payment });
      },
    ],
  ])("no receipt, and no zip, comes of a paid invoice %s", async (_, change) => {
    const [other, subscriptionId] = await world.createPayer("card");
    const id = await world.latestInvoiceOf(subscriptionId);
    const [charge] = await world.chargesOf(other);
    world.changeState((state) => change(state, id, charge?.id ?? ""));
    const thisYear = inJapan.format(new Date()).slice(0, 4);
    const sentence = "領収書を作成できませんでした。時間をおいて、もう一度お試しください。";
    for (const query of [{ receipt: id }, { year: thisYear, format: "zip" }])
      expect(refusal(await ask(other, query))).toEqual([502, sentence]);
  });
});

test("the year is Japan's", async () => {
  const year = new Date().getFullYear() + 1;
  advance(Date.parse(`${year}-12-31T15:30:00Z`) - Date.now());
  const [late] = await world.createPayer("card");
  expect((await resultOf(late, { year: String(year) })).invoices).toEqual([]);
  expect((await resultOf(late, { year: String(year + 1) })).invoices).toHaveLength(1);
});

test.each([
  ["made again in January and dated back to December", "-12-28T00:00:00Z", 0],
  ["held back as a draft for months", "-04-01T00:00:00Z", 2],
])("an invoice that was %s is of the year in which it was issued", async (_, day, later) => {
  const year = new Date().getFullYear() + 1;
  advance(Date.parse(`${year}-01-20T00:00:00Z`) - Date.now());
  const [late] = await world.createPayer("card");
  const [invoice] = (await resultOf(late, { year: String(year) })).invoices;
  const issued = year - 1 + later;
  world.changeAtStripe("invoices", invoice.id, { effective_at: Date.parse(`${issued}${day}`) / 1000 });
  expect((await resultOf(late, { year: String(year) })).invoices).toEqual([]);
  expect((await resultOf(late, { year: String(issued) })).invoices).toMatchObject([{ id: invoice.id }]);
});

test("an invoice in another currency is nowhere shown as yen, and blocks no closing", async () => {
  const [late, subscription] = await world.createPayer("invoice");
  const dollars = await world.latestInvoiceOf(subscription);
  await world.stripe.invoices.finalizeInvoice(dollars);
  const yen = world.emulator.simulate.renewed(subscription);
  world.emulator.simulate.invoicePaid(yen);
  expect((await world.contractOf(late)).owed).toHaveLength(1);
  world.changeAtStripe("invoices", dollars, { currency: "usd" });
  const { invoices, owed } = await world.contractOf(late);
  expect(invoices?.map(({ id }) => id)).toEqual([yen]);
  expect(owed).toEqual([]);
  const year = dayOf(invoices?.[0] ?? { issuedAt: "" }).slice(0, 4);
  expect((await resultOf(late, { year })).invoices).toEqual(invoices);
  expect(rowsIn(await fileOf(late, year, "csv"))).toHaveLength(1);
  for (const name of Object.keys(unzipSync(await fileOf(late, year, "zip"))))
    expect(name).toContain(`_${invoices?.[0]?.number}_`);
  // It keeps nobody who cannot see it from closing the account, and nobody is mailed of it.
  const stripeCustomerId = await world.stripeIdOf(late);
  portal.become("operator");
  expect(await findUnpaidInvoice(stripeCustomerId)).toBeUndefined();
  await world.stripe.customers.update(stripeCustomerId, { metadata: { ccAddresses: "cc@example.com" } });
  expect(await readIssuedInvoice(dollars)).toBeUndefined();
});
