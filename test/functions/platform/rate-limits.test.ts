import { afterEach, expect, test } from "vitest";
import { type Limit, writeWithinLimits } from "#functions/platform/rate-limits.ts";
import { stoppedKey } from "#functions/platform/switches.ts";
import { deleteItem, transactWrite, type Update } from "#functions/platform/table.ts";
import { hourMs } from "#shared/durations.ts";
import { newPerson } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";

const portal = await startPortal();
afterEach(async () => {
  portal.become("operator");
  await deleteItem(stoppedKey("sms"));
});

const limitOf = (most: number): Limit => ({
  of: `SMS#${newPerson().sub}`,
  most,
  windowMs: hourMs,
  message: "x",
});
const rowOf = (number: string, isRefused: boolean): Update => ({
  update: { pk: `PHONE#${number}`, sk: "LIVE" },
  creates: true,
  set: { lastSentAt: 1 },
  condition: isRefused ? "attribute_exists(pk)" : "attribute_not_exists(pk)",
});

test.each([
  { stopped: true, refused: true, reached: true, outcome: "unavailable" },
  { stopped: true, refused: true, reached: false, outcome: "unavailable" },
  { stopped: true, refused: false, reached: true, outcome: "unavailable" },
  { stopped: true, refused: false, reached: false, outcome: "unavailable" },
  { stopped: false, refused: true, reached: true, outcome: false },
  { stopped: false, refused: true, reached: false, outcome: false },
  { stopped: false, refused: false, reached: true, outcome: "too_many_requests" },
  { stopped: false, refused: false, reached: false, outcome: true },
])("stopped $stopped, write refused $refused, limit reached $reached: $outcome", async (each) => {
  const { sub } = newPerson();
  if (each.stopped) {
    portal.become("operator");
    await transactWrite([{ put: stoppedKey("sms") }]);
  }
  portal.become("verify");
  const limits = [limitOf(5), limitOf(each.reached ? 0 : 5)];
  const result = writeWithinLimits(limits, [rowOf(sub, each.refused)], ["sms"]);
  expect(await result.catch(({ code }) => code)).toBe(each.outcome);
  const isWritten = (await portal.item(`PHONE#${sub}`, "LIVE")) !== undefined;
  expect(isWritten).toBe(each.outcome === true);
});
