import { describe, expect, test } from "vitest";
import { makeQuote } from "#functions/quotes/create-quote.ts";
import { dayMs } from "#shared/durations.ts";
import { messages } from "#shared/messages.ts";
import { lastOf, monthText, offeredMonths } from "#shared/quote-months.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { advance, type Reply } from "../support/portal.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

/** So many months after the current one. */
const monthAfter = (months: number): number => lastOf(offeredMonths(Date.now())[0] ?? 0, months + 1);
const wish = { addressee: "株式会社𠮷野電話", department: "総務部", person: "髙橋 花子", months: 12 };
const create = (payer: Owner, body: object = wish) => portal.call("create-quote", { by: payer, body });
const list = async (payer: Owner) => {
  const { text } = await portal.call("quotes", { by: payer });
  return JSON.parse(text).result.quotes;
};
const download = (payer: Owner, id: string) => portal.call("quote-pdf", { by: payer, query: { id } });
const made = async (payer: Owner, body: object = wish) => JSON.parse((await create(payer, body)).text).result;

/** The text of the PDF's one page, as a reader finds it. */
async function textIn({ status, text }: Reply): Promise<string> {
  expect(status).toBe(200);
  const { fileName, pdf } = JSON.parse(text).result;
  expect(fileName).toMatch(/^御見積書_Q\d{8}-[0-9A-F]{8}\.pdf$/);
  return textOfPdf(Buffer.from(pdf, "base64"));
}
const textOf = async (payer: Owner, id: string) => textIn(await download(payer, id));
const makeUnsigned = (body: object, address = "203.0.113.19") =>
  portal.call("public-quote", { body, address });

test("a quote names customer, price with tax, seller and its last day", async () => {
  const payer = await world.createCustomer();
  const before = await world.profileOf(payer);
  const quote = await made(payer);
  expect(await world.profileOf(payer)).toEqual(before);
  expect(quote).toMatchObject({ addressee: wish.addressee, months: 12, total: 132_000, state: "open" });
  const text = await textOf(payer, quote.id);
  for (const part of [
    "御 見 積 書",
    quote.number,
    "株式会社𠮷野電話",
    "総務部",
    "髙橋 花子 様",
    "¥132,000",
    "12か月",
    "¥11,000",
    "¥120,000",
    "¥12,000",
    "支払条件：クレジットカード、または請求書払い（請求書の発行日から30日以内に銀行振込。",
    "電話 03-0000-0000 担当 山田 太郎 登録番号 T8000000000001",
    // Lines that do not break inside a word.
    " で承ります。 ・有効期限内は、この見積書の単価でお申し込みいただけます。",
    "有効期限",
  ])
    expect(text).toContain(part);
  expect(await list(payer)).toEqual([quote]);
});

test.each([
  ["a company", { customerKbn: 0 }, {}, "見積 一郎 御中"],
  ["a public body", { customerKbn: 2 }, {}, "見積 一郎 御中"],
  ["a sole proprietor", { customerKbn: 1 }, {}, "見積 一郎 様"],
  ["a person of a company", { customerKbn: 0 }, { person: "髙橋 花子" }, "髙橋 花子 様"],
  ["a company without an account", undefined, { addresseeKind: 0 }, "見積 一郎 御中"],
  ["a person without an account", undefined, { addresseeKind: 1 }, "見積 一郎 様"],
])("%s has the right form of address", async (_, customer, more, printed) => {
  const body = { addressee: "見積 一郎", months: 1, ...more };
  const payer = customer && (await world.createCustomer(customer));
  const text = payer
    ? await textOf(payer, (await made(payer, body)).id)
    : await textIn(await makeUnsigned(body));
  expect(text).toContain(`${printed} `);
});

test("a form of address that was typed is not printed twice", async () => {
  const payer = await world.createCustomer();
  const typed = { addressee: "株式会社見積 御中", department: "総務部御中", months: 1 };
  const quote = await made(payer, typed);
  expect(quote.addressee).toBe("株式会社見積");
  expect((await textOf(payer, quote.id)).match(/御中/g)).toHaveLength(1);
});

test("two presses on one day make one quote; another day or other words make another", async () => {
  const payer = await world.createCustomer();
  const answers = await Promise.all([create(payer), create(payer), create(payer)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await create(payer);
  expect(await list(payer)).toHaveLength(1);
  await create(payer, { ...wish, months: 3 });
  advance(dayMs);
  await create(payer);
  expect(await list(payer)).toHaveLength(3);
});

test("a quote is open for thirty days, then expired", async () => {
  const payer = await world.createCustomer();
  await create(payer);
  advance(30 * dayMs);
  expect(await list(payer)).toMatchObject([{ state: "open" }]);
  advance(dayMs);
  expect(await list(payer)).toMatchObject([{ state: "expired" }]);
});

test("a quote is accepted once a contract began, beside which no other one is made", async () => {
  const payer = await world.createCustomer();
  await create(payer);
  advance(1000);
  await world.buy(payer, "card");
  expect(await list(payer)).toMatchObject([{ state: "accepted" }]);
  expect((await create(payer)).status).toBe(403);
});

test("the longest names stay on the page, without overlaps", async () => {
  const payer = await world.createCustomer();
  const long = "株".repeat(100);
  const { id, number } = await made(payer, { addressee: long, department: long, person: long, months: 1 });
  expect(await textOf(payer, id)).toContain(number);
});

test.each([
  ["closed", (payer: Owner) => world.changeProfile(payer, { closedAt: "2026-11-26" })],
  ["erased", ({ sub }: Owner) => portal.remove(`CUSTOMER#${sub}`, "PROFILE")],
])("an account that meanwhile was %s gets no quote any more", async (_, end) => {
  const payer = await world.createCustomer();
  const profile = await world.profileOf(payer);
  await end(payer);
  portal.become("create-quote");
  await expect(makeQuote(payer.sub, profile, wish)).rejects.toMatchObject({ code: "unauthorized" });
  expect((await world.rowsOf(payer)).filter(({ number }) => number !== undefined)).toEqual([]);
});

test("somebody else's quote does not exist", async () => {
  const { id } = await made(await world.createCustomer());
  expect((await download(await world.createCustomer(), id)).status).toBe(404);
});

describe("refused requests", () => {
  test("a character that cannot be printed", async () => {
    const payer = await world.createCustomer();
    const { fields } = await world.expectRefused(
      () => create(payer, { ...wish, person: "花子😀" }),
      "bad_request",
    );
    expect(Object.keys(fields ?? {})).toEqual(["person"]);
  });

  test("more than twenty an hour; the same one again is none more", async () => {
    const payer = await world.createCustomer();
    for (let count = 1; count <= 20; count += 1)
      expect((await create(payer, { ...wish, person: `担当 ${count}` })).status).toBe(200);
    const { status, headers } = await create(payer);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await create(payer, { ...wish, person: "担当 1" })).status).toBe(200);
  });
});

describe("the first month", () => {
  test("the period stands on the quote, across the end of a year", async () => {
    const payer = await world.createCustomer();
    const firstMonth = monthAfter(1);
    const quote = await made(payer, { ...wish, months: 3, firstMonth });
    const period = `ご利用予定期間　${monthText(firstMonth)}〜${monthText(monthAfter(3))}`;
    expect((await textOf(payer, quote.id)).replaceAll(/\s/g, "")).toContain(period.replaceAll(/\s/g, ""));
    // Another month is another quote.
    expect((await made(payer, { ...wish, months: 3 })).id).not.toBe(quote.id);
  });

  test.each([
    ["the month before", -1],
    ["more than twelve months ahead", 13],
  ])("%s is refused", async (_, months) => {
    const payer = await world.createCustomer();
    const { status, json } = await create(payer, { ...wish, firstMonth: monthAfter(months) });
    expect([status, json.error?.fields]).toEqual([400, { firstMonth: messages.quoteFirstMonth }]);
  });
});

describe("without an account", () => {
  test("the same page, which promises no price, and nothing is stored", async () => {
    const rows = await portal.everything();
    const words = await textIn(await makeUnsigned({ ...wish, firstMonth: monthAfter(0) }, "203.0.113.20"));
    for (const part of ["株式会社𠮷野電話", "総務部", "髙橋 花子 様", "¥132,000"])
      expect(words).toContain(part);
    for (const part of ["有効期限", "ご利用予定期間", "改定された場合"]) expect(words).toContain(part);
    expect(words).not.toContain("単価でお申し込み");
    const added = (await portal.everything()).filter(({ pk }) => !rows.some((row) => row.pk === pk));
    expect(added.map(({ pk }) => String(pk).replace(/#[^#]*$/, ""))).toEqual(["RATE#PUBLIC_QUOTES"]);
  });

  test("wrong words are said at their fields, and a network makes twenty an hour", async () => {
    const from = "203.0.113.21";
    const refused = await makeUnsigned({ ...wish, person: "花子😀" }, from);
    expect(refused.json.error?.fields).toEqual({ person: "見積書に印字できない文字です：😀" });
    for (let time = 0; time < 20; time += 1) expect((await makeUnsigned(wish, from)).status).toBe(200);
    expect((await makeUnsigned(wish, from)).status).toBe(429);
  });
});
