import { expect, test } from "vitest";
import { lastPageDay } from "#functions/billing/stripe/hosted-page.ts";
import { endOfJapanDay } from "#functions/platform/time.ts";
import { dayMs } from "#shared/durations.ts";
import fc from "#test/support/property.ts";

const at = (text: string): number => Date.parse(text);

test.each([
  ["30 days from the due date", "2026-11-01T12:00+09:00", "2026-12-01T12:00+09:00", undefined, "2026-12-30"],
  ["30 days from the issue without one", "2026-11-01T12:00+09:00", undefined, undefined, "2026-11-30"],
  ["120 days from the issue", "2026-11-01T12:00+09:00", "2027-02-20T12:00+09:00", undefined, "2027-02-28"],
  ["10 days from a later look", "2026-11-01T12:00+09:00", undefined, "2027-03-01T12:00+09:00", "2027-03-10"],
  ["Japan's day after 15:00 UTC", "2026-11-01T15:30Z", undefined, undefined, "2026-12-01"],
  ["Japan's day before 15:00 UTC", "2026-11-01T14:30Z", undefined, undefined, "2026-11-30"],
])("a page of Stripe's opens for %s", (_, finalized, due, read, day) => {
  const finalizedAt = at(finalized);
  const readAt = read === undefined ? finalizedAt : at(read);
  expect(lastPageDay({ finalizedAt, dueAt: due === undefined ? undefined : at(due), readAt })).toBe(day);
});

test("a page's last day ends before the page closes, by at most two days", () => {
  const time = fc.integer({ min: at("2026-01-01T00:00Z"), max: at("2036-01-01T00:00Z") });
  const later = fc.integer({ min: 0, max: 400 * dayMs });
  const property = fc.property(time, fc.option(later), later, (finalizedAt, due, read) => {
    const [dueAt, readAt] = [due === null ? undefined : finalizedAt + due, finalizedAt + read];
    const closesAt = Math.max(
      Math.min((dueAt ?? finalizedAt) + 30 * dayMs, finalizedAt + 120 * dayMs),
      readAt + 10 * dayMs,
    );
    const end = endOfJapanDay(lastPageDay({ finalizedAt, dueAt, readAt }));
    expect(end).toBeLessThan(closesAt);
    expect(end).toBeGreaterThan(closesAt - 2 * dayMs);
  });
  fc.assert(property);
});
