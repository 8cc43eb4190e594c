import * as z from "zod/mini";
import { japanDay } from "#functions/platform/time.ts";
import { inContext } from "#functions/runtime/context.ts";
import { partitionKey } from "#shared/partitions.ts";
import { exportPartOrRestart, pagesOfPart } from "./export-users/export-accounts.ts";
import { compareWithLastLook, lookAtPart } from "./export-users/look-at-customers.ts";
import { saveLook } from "./export-users/look-table.ts";
import { type NextPart, type Pass, type PassRun, runPass } from "./passes/pass.ts";

/** Time of one run, within Lambda's timeout; the next run continues. */
const longestMs = 780_000;

/** First the pages of the user pool, then those of the table. */
const cursor = z.union([
  z.object({ accounts: z.string() }),
  z.object({ rows: z.nullable(z.object({ pk: partitionKey, sk: z.string() })) }),
]);
const count = z._default(z.number(), 0);
const counts = z.object({
  parts: count,
  accounts: count,
  customers: count,
  erased: count,
  uncertain: count,
  lookedSince: count,
});

/**
 * Once a day, exports the user pool's accounts to S3, because AWS keeps no backup of them, and looks for
 * contracts without an account and customers without a profile. Most runs have nothing left to do.
 */
export const lookAtEverything = ({ timeMs = longestMs, pages = pagesOfPart } = {}): Promise<PassRun> =>
  runPass({
    name: "accounts",
    age: "AccountsAge",
    period: japanDay(),
    timeMs,
    part: (pass) => doPart(pass, pages),
    async end({ period, startedAt, counts: counted }) {
      const { accounts, ...look } = counts.parse(counted);
      const compared = await compareWithLastLook(accounts, look, period);
      await saveLook(period, { startedAt, endedAt: new Date().toISOString(), ...compared });
    },
  });

async function doPart(pass: Pass, pages: number): Promise<NextPart> {
  const at = pass.cursor === undefined ? undefined : cursor.parse(JSON.parse(pass.cursor));
  const before = counts.parse(pass.counts);
  if (at && "rows" in at) {
    const { next, ...look } = await lookAtPart(at.rows ?? undefined, before, pass.period);
    return { counts: { ...before, ...look }, cursor: next && JSON.stringify({ rows: next }) };
  }
  const { next, ...exported } = await exportPartOrRestart(at?.accounts, before, pass, pages);
  const after = { ...before, ...exported };
  return next === undefined
    ? { counts: { ...after, lookedSince: Date.now() }, cursor: JSON.stringify({ rows: null }) }
    : { counts: after, cursor: JSON.stringify({ accounts: next }) };
}

export const handler = inContext("job", () => lookAtEverything());
