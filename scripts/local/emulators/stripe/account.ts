/** The Stripe account that every part works on: its objects, its clock and its event log. */
import { z } from "zod";
import type { Clock } from "../emulator.ts";
import { newId } from "./ids.ts";
import type { EventType, StoredEvent } from "./objects/stored.ts";
import { createState } from "./state.ts";

/** The version whose shapes the emulator answers with: the one `stripe` 23 pins. */
export const apiVersion = "2026-10-28.endive";
export const accountId = "acct_1LocalPortal";
/** Of the seller's tax id. */
export const taxId = "txi_1LocalSeller";
export const accountName = "電話連携プラグイン";

export interface AccountOptions {
  clock: Clock;
  /** Origin of the hosted pages, without a trailing slash. */
  hostedOrigin: () => string;
  /** The seller's tax id, `T` and 13 digits, which is the account's default: on every invoice that is finalized. */
  registrationNumber: string | undefined;
  onEvent(event: StoredEvent): void;
}

export function createAccount(options: AccountOptions) {
  const { clock, hostedOrigin, registrationNumber, onEvent } = options;
  const state = createState();
  let request: StoredEvent["request"] = null;
  /** Seconds since the epoch, as Stripe counts. */
  const now = (): number => Math.floor(clock() / 1000);

  /** Writes an event about the object as it is now. */
  function record(type: EventType, object: object, previous?: Record<string, unknown>): void {
    const event: StoredEvent = {
      id: newId("evt"),
      object: "event",
      api_version: apiVersion,
      created: now(),
      data: {
        object: withOrigin(object, hostedOrigin()),
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: 1,
      request: request ?? { id: null, idempotency_key: null },
      type,
    };
    state.events.add(event);
    onEvent(event);
  }

  return {
    state,
    hostedOrigin,
    registrationNumber,
    now,
    record,
    /** Changes an object; the event, if one is named, tells as `*.updated` what was there before. No change, no event. */
    change<T extends object>(object: T, patch: Partial<T>, type?: EventType): void {
      const previous = differences(object, patch);
      if (Object.keys(previous).length === 0) return;
      Object.assign(object, patch);
      if (type) record(type, object, type.endsWith(".updated") ? previous : undefined);
    },
    /** Runs `work`, whose events then name that API request. */
    during<T>(current: { id: string; idempotency_key: string | null }, work: () => T): T {
      request = current;
      try {
        return work();
      } finally {
        request = null;
      }
    },
  };
}
export type Account = ReturnType<typeof createAccount>;

/** The old values of what the patch would change. */
function differences<T extends object>(object: T, patch: Partial<T>): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(object));
  const changed = Object.entries(patch).filter(
    ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([name]) => [name, structuredClone(before.get(name))]));
}

export type Json = Record<string, unknown>;

const hostedFields = ["url", "hosted_invoice_url", "invoice_pdf", "receipt_url"];

/** A copy whose hosted pages, kept as paths because ports change between runs, have their full address. */
export function withOrigin(object: object, origin: string): Json {
  const copy: Json = z.record(z.string(), z.unknown()).parse(structuredClone(object));
  for (const field of hostedFields) {
    const value = copy[field];
    // A list has a `url` as well, and there it stays a path.
    if (copy.object !== "list" && typeof value === "string" && value.startsWith("/")) {
      copy[field] = `${origin}${value}`;
    }
  }
  if (copy.object === "list" && Array.isArray(copy.data)) {
    copy.data = copy.data.map((entry) => withOrigin(entry, origin));
  }
  return copy;
}
