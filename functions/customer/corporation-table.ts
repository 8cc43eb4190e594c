/** Cached responses of the National Tax Agency. */
import * as z from "zod/mini";
import { hourMs } from "#functions/platform/rate-limits.ts";
import { getItem, type Key, updateItem } from "#functions/platform/table.ts";
import type { Corporation } from "./tax-agency.ts";

/** The agency updates its register every working day. */
const storedForMs = 24 * hourMs;

const row = z.object({
  /** Undefined if there is no such corporation. */
  corporation: z.optional(
    z.object({
      name: z.string(),
      address: z.string(),
      prefecture: z.optional(z.int()),
      city: z._default(z.string(), ""),
      streetAddress: z._default(z.string(), ""),
      postalCode: z._default(z.string(), ""),
    }),
  ),
  /** Epoch seconds. */
  expiresAt: z.int(),
});

const key = (number: string): Key => ({ pk: `CORPORATION#${number}`, sk: "CORPORATION" });

/** Returns undefined if there is no cached response. */
export async function readCorporation(
  number: string,
): Promise<{ corporation?: Corporation | undefined } | undefined> {
  const stored = row.safeParse(await getItem(key(number))).data;
  return stored && stored.expiresAt * 1000 > Date.now() ? stored : undefined;
}

export const storeCorporation = (number: string, corporation: Corporation | undefined): Promise<boolean> =>
  updateItem({
    update: key(number),
    set: {
      expiresAt: Math.floor((Date.now() + storedForMs) / 1000),
      corporation: corporation ?? null,
    },
  });
