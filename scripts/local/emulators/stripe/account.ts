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
  /** Seconds since the epoch, as Stripe counts. */
  const now = (): number => Math.floor(clock() / 1000);

  /** Writes an event about the object as it is now. */
  function record(type: EventType, object: object): void {
    const event: StoredEvent = {
      id: newId("evt"),
      object: "event",
      api_version: apiVersion,
      created: now(),
      data: { object: withOrigin(object, hostedOrigin()) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
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
    /** Changes an object, and writes the event if one is named. No change, no event. */
    change<T extends object>(object: T, patch: Partial<T>, type?: EventType): void {
      if (!differs(object, patch)) return;
      Object.assign(object, patch);
      if (type) record(type, object);
    },
  };
}
export type Account = ReturnType<typeof createAccount>;

/** The patch would change the object. */
function differs<T extends object>(object: T, patch: Partial<T>): boolean {
  const before = new Map<string, unknown>(Object.entries(object));
  return Object.entries(patch).some(
    ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
  );
}

export type Json = Record<string, unknown>;

const hostedFields = ["url", "hosted_invoice_url", "invoice_pdf"];

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
