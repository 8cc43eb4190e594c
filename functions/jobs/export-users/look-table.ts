/** `USER_EXPORTS`: the counts of the daily looks at all accounts and the whole table. */
import * as z from "zod/mini";
import type { KnownAccounts } from "#functions/account/erasure/deletion-brake.ts";
import { readPartition, updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { dayMs } from "#shared/durations.ts";

const keptMs = 40 * dayMs;

const row = z.object({
  /** ISO 8601: when the export of the accounts began, the first part of the look. */
  startedAt: z.string(),
  endedAt: z.string(),
  accounts: z.int(),
  /** Customers with a profile. */
  customers: z.int(),
  /** Customers who were erased. */
  erased: z.int(),
  /** Customers who disappeared since the look before, without an erasure. */
  vanished: z.int(),
});
export type Look = z.output<typeof row>;

/** `day`: the day in Japan on which the look began. */
export const saveLook = (day: string, look: Look): Promise<boolean> =>
  updateItem({
    update: { pk: "USER_EXPORTS", sk: day },
    creates: true,
    set: { ...look, expiresAt: epochSeconds(Date.now() + keptMs) },
  });

/** The latest look at all accounts and the whole table. */
export interface LastLook extends KnownAccounts {
  /** Milliseconds since the epoch; 0 before the first one. */
  beganAt: number;
  endedAt: number;
  erased: number;
}

/**
 * Returns the last look, or the last one before the day `before`. `vanished`: the sum of all stored looks.
 */
export async function readLastLook(before = "9999"): Promise<LastLook> {
  const rows = (await readPartition("USER_EXPORTS")).filter(({ sk }) => sk < before);
  const looks = rows.map((item) => row.parse(item));
  const { startedAt = epoch, endedAt = epoch, accounts = 0, customers = 0, erased = 0 } = looks.at(-1) ?? {};
  const vanished = looks.reduce((sum, look) => sum + look.vanished, 0);
  const times = { beganAt: Date.parse(startedAt), endedAt: Date.parse(endedAt) };
  return { accounts, customers, erased, vanished, ...times };
}
const epoch = new Date(0).toISOString();
