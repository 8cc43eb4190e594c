import { expect, it } from "vitest";
import type { Contract } from "#shared/contract.ts";
import { nextChargeAt } from "#web/lib/contract.ts";

const end = "2026-12-31T15:00:00.000Z";
const later = "2027-06-30T15:00:00.000Z";

it.each([
  ["of a contract that goes on is at the end of the period", "active", null, end],
  ["of one that ends with the period is none", "cancel_scheduled", end, null],
  [
    "of one that an operator ends within the period is none",
    "cancel_scheduled",
    "2026-12-01T00:00:00.000Z",
    null,
  ],
  ["of one that an operator ends later is at the end of the period", "cancel_scheduled", later, end],
  ["of one that is over is none", "suspended", later, null],
] as const)("the next charge %s", (_, status, cancelAt, at) => {
  expect(nextChargeAt({ status, cancelAt, currentPeriodEnd: end } as Contract)).toBe(at);
});
