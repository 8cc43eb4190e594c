import type { CommonPartition, OwnedPartition, RateLimit } from "#shared/partitions.ts";

/** Of a row's partition key, `*` standing for any ending. */
export type Partition =
  | CommonPartition
  | "SWITCH#SIGN-UP"
  | "SWITCH#SMS"
  | `${Exclude<OwnedPartition, "SWITCH">}#*`
  | `RATE#${RateLimit}#*`;

/** Functions may delete finished work from these partitions, and nothing else: no audit trail. One that `erases` may. */
const deletablePartitions: readonly Partition[] = [
  "ANNOUNCEMENT_MAILS",
  "CHECKOUTS",
  "CUSTOMER_SYNC",
  "EMAIL_CHANGES",
  "OUTBOX",
  "SESSIONS",
  "STRIPE_CHECKS",
];

/** The table's schema, for the CDK construct and DynamoDB Local. docs/data.md lists the items. */
export const tableSettings = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes late, so readers check expiry themselves. */
  timeToLiveAttribute: "expiresAt",
  deletablePartitions,
} as const;

/** Rows that operators write and functions only check in a transaction. */
const isSwitch = (partition: Partition): boolean => partition.startsWith("SWITCH#");

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
  const isWrite = action === "dynamodb:PutItem" || action === "dynamodb:UpdateItem";
  return partitions.filter((each) => (isSwitch(each) ? isCheck : !(isWrite && readOnly.includes(each))));
}
