import * as z from "zod/mini";
import type { CustomerLimit } from "./customer-limits.ts";

/**
 * The table's partitions: docs/data.md. Keys, grants and the erasure use these names. The value says where a
 * row has the `sub` of its customer: in the partition key after the `#`, the sort key, or an attribute. Such
 * a row is not added once the customer was erased. `null`: rows about nobody, and two kinds that name a
 * customer: counters, which every request writes and which expire, and unexpected payments, which an operator
 * must see in any case.
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
    /** The row is about an address that anybody may have entered. */
    LOGIN_ID_MAILS: null,
    NOTICES: null,
    OUTBOX: "customer",
    /** Progress of the jobs' passes. */
    PASSES: null,
    SESSIONS: "sk",
    STRIPE_TASKS: "sub",
    UNEXPECTED_PAYMENTS: null,
    USER_EXPORTS: null,
  },
  /** One partition for each owner, whose name follows the `#`. */
  owned: {
    ACTIVITY: "pk",
    CORPORATION: null,
    CUSTOMER: "pk",
    CUSTOMER_ID: "sub",
    ERASED: null,
    /** A customer's `sub`, or the hash of an IP address. */
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

/** Returns true if the partition's tasks are mails. */
export const isMailPartition = (pk: PartitionKey): boolean => mailPartitions.some((each) => each === pk);

export type OwnedPartition = keyof typeof partitions.owned;

/** By partition: where a row has the `sub` of its customer. */
export const customerIn = { ...partitions.common, ...partitions.owned };

/** Returns the partition's name in a key or a pattern of keys: `CUSTOMER` of `CUSTOMER#<sub>`. */
export const partitionNamed = (pk: PartitionKey): keyof typeof customerIn =>
  pk.split("#", 1)[0] as keyof typeof customerIn;

/** The partition key of a row. */
export type PartitionKey = CommonPartition | `${OwnedPartition}#${string}`;
/** The schema of a partition key that was read. */
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
