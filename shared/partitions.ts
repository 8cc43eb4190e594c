import * as z from "zod/mini";
import type { CustomerLimit } from "./customer-limits.ts";

/**
 * The table's partitions, which docs/data.md describes. Keys, grants and the erasure take their names from here. Each says where a row
 * names the customer it is about, by their `sub`: in its partition key behind the `#`, its sort key, or an attribute. No such row is added
 * once the customer was erased. `null` is for rows about nobody, and for two kinds that name a customer: counters, which end with their
 * window and are written by every request, and payments that an operator must hear of in any case.
 */
export const partitions = {
  /** One partition for the rows of all customers. */
  common: {
    ANNOUNCEMENT_MAILS: "customer",
    CHECKOUTS: "sk",
    CLOSURES: "sk",
    CUSTOMER_SYNC: "sk",
    /** The lock that a deployment holds. */
    DEPLOYMENT: null,
    /** Deletions that wait for an operator. */
    DELETIONS: null,
    EMAIL_CHANGES: "sk",
    /** An address, which anybody may have typed. */
    LOGIN_ID_MAILS: null,
    NOTICES: null,
    OUTBOX: "customer",
    /** How far the jobs that look at everything have come. */
    PASSES: null,
    SESSIONS: "sk",
    STRIPE_TASKS: "sub",
    UNEXPECTED_PAYMENTS: null,
    USER_EXPORTS: null,
  },
  /** One partition for each owner, whose name follows a `#`. */
  owned: {
    ACTIVITY: "pk",
    CORPORATION: null,
    CUSTOMER: "pk",
    CUSTOMER_ID: "sub",
    ERASED: null,
    /** A customer, or the hash of an address. */
    PHONE: "sentFor",
    RATE: null,
    RELEASE: null,
    STRIPE_CUSTOMER: "sub",
    STRIPE_EVENT: null,
    SWITCH: null,
    VERIFICATION: null,
  },
} as const satisfies Record<string, Record<string, string | null>>;

export type CommonPartition = keyof typeof partitions.common;

/** The partitions of tasks: docs/architecture.md, "Tasks". */
const mailPartitions = [
  "ANNOUNCEMENT_MAILS",
  "LOGIN_ID_MAILS",
  "OUTBOX",
] as const satisfies CommonPartition[];
export const taskPartitions = [
  ...mailPartitions,
  "CHECKOUTS",
  "CLOSURES",
  "CUSTOMER_SYNC",
  "EMAIL_CHANGES",
  "SESSIONS",
  "STRIPE_TASKS",
] as const satisfies CommonPartition[];
export type TaskPartition = (typeof taskPartitions)[number];

/** The tasks of the partition are mails. */
export const isMailPartition = (pk: PartitionKey): boolean => mailPartitions.some((each) => each === pk);

export type OwnedPartition = keyof typeof partitions.owned;

/** Where a row of the partition names its customer. */
export const customerIn = { ...partitions.common, ...partitions.owned };

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
  | "CORPORATION"
  | "LOGIN_IDS"
  | "MAIL"
  | "PUBLIC_QUOTES"
  | "SIGN_UP"
  | "SMS";
