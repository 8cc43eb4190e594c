import { expect, test } from "vitest";
import type { Contract } from "#shared/contract.ts";
import { sumText } from "#web/lib/payment-sentences.ts";

const owedOf = (state: string, amount: number) => ({ state, amount });
const next = { at: "2026-12-30T00:00:00.000Z", amount: 11_000 };

test.each([
  {
    what: "late and next",
    owed: [owedOf("declined", 11_000)],
    nextCharge: next,
    text: "22,000円（お支払い未確認 11,000円、次回 11,000円）",
  },
  {
    what: "two late ones, one that is not due yet, and next",
    owed: [owedOf("overdue", 11_000), owedOf("declined", 5000), owedOf("due", 11_000)],
    nextCharge: next,
    text: "27,000円（お支払い未確認 16,000円、次回 11,000円）",
  },
  { what: "nothing late", owed: [owedOf("due", 11_000)], nextCharge: next, text: undefined },
  { what: "no next charge", owed: [owedOf("declined", 11_000)], nextCharge: null, text: undefined },
  {
    what: "a next charge whose amount is not known",
    owed: [owedOf("declined", 11_000)],
    nextCharge: { ...next, amount: null },
    text: undefined,
  },
])("the sum on the menu with $what", ({ owed, nextCharge, text }) => {
  expect(sumText({ owed, nextCharge } as unknown as Contract)).toBe(text);
});
