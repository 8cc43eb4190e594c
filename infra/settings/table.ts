import {
  type CommonPartition,
  customerIn,
  type OwnedPartition,
  partitionNamed,
  type RateLimit,
} from "#shared/partitions.ts";

/** A partition key; `*` stands for any ending. */
export type Partition =
  | CommonPartition
  | "SWITCH#SIGN-UP"
  | "SWITCH#SMS"
  | `${Exclude<OwnedPartition, "SWITCH">}#*`
  | `RATE#${RateLimit}#*`;

/** Partitions of finished work, which functions may delete. From others only a function that `erases` deletes. */
const deletablePartitions: readonly Partition[] = [
  "ANNOUNCEMENT_MAILS",
  "CHECKOUTS",
  "CUSTOMER_SYNC",
  "EMAIL_CHANGES",
  "LOGIN_ID_MAILS",
  "OUTBOX",
  "SESSIONS",
  "STRIPE_TASKS",
];

/** The names of attributes, which are strings. */
interface TableIndex {
  partitionKey: string;
  sortKey?: string;
}

/**
 * Global secondary indexes of keys only. They are for operators: no function may query them. A row without the
 * attributes is in none. CloudFormation adds one to a table at a time: docs/data.md.
 */
const indexes: Record<IndexName, TableIndex> = {
  /** Profiles, by the beginning of the company's name. */
  "by-name": { partitionKey: "sk", sortKey: "searchName" },
  "by-charge-phone": { partitionKey: "searchChargePhone" },
  "by-corporate-phone": { partitionKey: "searchCorporatePhone" },
  "by-billing-phone": { partitionKey: "searchBillingPhone" },
  /** Rows that name their customer in an attribute. */
  "by-sub": { partitionKey: "sub" },
};
export type IndexName = "by-name" | `by-${"billing" | "charge" | "corporate"}-phone` | "by-sub";

/** The table's schema, for the CDK construct and DynamoDB Local. docs/data.md lists the items. */
export const tableSettings = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes late, so readers check expiry themselves. */
  timeToLiveAttribute: "expiresAt",
  indexes,
  deletablePartitions,
} as const;

/** Only operators write switches. */
const isSwitch = (partition: Partition): boolean => partition.startsWith("SWITCH#");

/** Checked by a function that adds rows about a customer: `functions/platform/erased-customers.ts`. */
const erased: Partition = "ERASED#*";
const isWrite = (action: string): boolean => ["dynamodb:PutItem", "dynamodb:UpdateItem"].includes(action);

/** Adds the check of `ERASED#` to grants that write rows about customers. */
export function withErasureCheck<G extends { table?: readonly string[] } & Partitions>(grants: G): G {
  const { table = [], partitions = [], readOnly = [], erases } = grants;
  const isWritten = (each: Partition) =>
    customerIn[partitionNamed(each)] !== null && !readOnly.includes(each);
  if (!table.some(isWrite) || !partitions.some(isWritten)) return grants;
  const checks = erases ? table : [...new Set(["dynamodb:ConditionCheckItem", ...table])];
  return { ...grants, table: checks, partitions: [...partitions, erased] };
}

interface Partitions {
  partitions?: readonly Partition[];
  readOnly?: readonly Partition[];
  erases?: true;
}

/** The `partitions` of a function that the action may access. */
export function reachablePartitions(
  action: string,
  { partitions = [], readOnly = [], erases }: Partitions,
): Partition[] {
  if (action === "dynamodb:DeleteItem" && !erases)
    return tableSettings.deletablePartitions.filter((each) => partitions.includes(each));
  const isCheck = action === "dynamodb:ConditionCheckItem";
  const isOnlyChecked = (each: Partition) => isSwitch(each) || (each === erased && !erases);
  return partitions.filter((each) =>
    isOnlyChecked(each) ? isCheck : !(isWrite(action) && readOnly.includes(each)),
  );
}
