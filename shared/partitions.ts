import * as z from "zod/mini";
import type { CustomerLimit } from "./customer-limits.ts";

/** The table's partitions, which docs/data.md describes. Keys, grants and the erasure take their names from here. */
export const partitions = {
  /** One partition for the rows of all customers. */
  common: [
    "ANNOUNCEMENT_MAILS",
    "CHECKOUTS",
    "CLOSURES",
    "CUSTOMER_SYNC",
    "EMAIL_CHANGES",
    "LOGIN_ID_MAILS",
    "NOTICES",
    "OUTBOX",
    "SESSIONS",
    "STRIPE_CHECKS",
    "UNEXPECTED_PAYMENTS",
    "USER_EXPORTS",
  ],
  /** One partition for each owner, whose name follows a `#`. */
  owned: [
    "ACTIVITY",
    "CORPORATION",
    "CUSTOMER",
    "CUSTOMER_ID",
    "ERASED",
    "PHONE",
    "RATE",
    "RELEASE",
    "STRIPE_CUSTOMER",
    "STRIPE_EVENT",
    "SWITCH",
    "VERIFICATION",
  ],
} as const;

export type CommonPartition = (typeof partitions.common)[number];
export type OwnedPartition = (typeof partitions.owned)[number];

/**
 * Where a row says which customer it is about, by their `sub`: in its partition key behind the `#`, its sort key, or an attribute. No
 * such row is added once the customer was erased. `null` is for rows about nobody, and for two kinds that name a customer: counters,
 * which end with their window and are written by every request, and payments that an operator must hear of in any case.
 */
export const customerIn = {
  ACTIVITY: "pk",
  ANNOUNCEMENT_MAILS: "customer",
  CHECKOUTS: "sk",
  CLOSURES: "sk",
  CORPORATION: null,
  CUSTOMER: "pk",
  CUSTOMER_ID: "sub",
  CUSTOMER_SYNC: "sk",
  EMAIL_CHANGES: "sk",
  ERASED: null,
  /** An address, which anybody may have typed. */
  LOGIN_ID_MAILS: null,
  NOTICES: null,
  OUTBOX: "customer",
  /** A customer, or the hash of an address. */
  PHONE: "sentFor",
  RATE: null,
  RELEASE: null,
  SESSIONS: "sk",
  STRIPE_CHECKS: "sub",
  STRIPE_CUSTOMER: "sub",
  STRIPE_EVENT: null,
  SWITCH: null,
  UNEXPECTED_PAYMENTS: null,
  USER_EXPORTS: null,
  VERIFICATION: null,
} as const satisfies Record<CommonPartition | OwnedPartition, string | null>;

/** The name of the partition that a key, or a pattern of keys, belongs to: `CUSTOMER` of `CUSTOMER#<sub>`. */
export const partitionNamed = (pk: PartitionKey): keyof typeof customerIn =>
  pk.split("#", 1)[0] as keyof typeof customerIn;

/** The partition key of a row. */
export type PartitionKey = CommonPartition | `${OwnedPartition}#${string}`;
/** Of a row that was read. */
export const partitionKey = z.custom<PartitionKey>((value) => typeof value === "string");

/** First part of a rate limit's name. */
export type RateLimit =
  | CustomerLimit
  | "CARD_EXPIRY"
  | "CORPORATION"
  | "LOGIN_IDS"
  | "MAIL"
  | "PUBLIC_QUOTES"
  | "SIGN_UP"
  | "SMS";
