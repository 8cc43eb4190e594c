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

/** The partition key of a row. */
export type PartitionKey = CommonPartition | `${OwnedPartition}#${string}`;
/** Of a row that was read. */
export const partitionKey = z.custom<PartitionKey>((value) => typeof value === "string");

/** First part of a rate limit's name. */
export type RateLimit = CustomerLimit | "CORPORATION" | "MAIL" | "SIGN_UP" | "SMS";
