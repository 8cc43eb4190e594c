/** The table's schema, for the CDK construct and DynamoDB Local. docs/data.md lists the items. */
export const tableSettings = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes late, so readers check expiry themselves. */
  timeToLiveAttribute: "expiresAt",
  /** Functions may delete finished work from these partitions, and nothing else: no audit trail. One that `erases` may. */
  deletablePartitions: [
    "ANNOUNCEMENT_MAILS",
    "CHECKOUTS",
    "CUSTOMER_SYNC",
    "EMAIL_CHANGES",
    "OUTBOX",
    "SESSIONS",
    "STRIPE_CHECKS",
  ],
} as const;

/** Rows that operators write and functions only check in a transaction. */
const isSwitch = (partition: string): boolean => partition.startsWith("SWITCH#");

interface Partitions {
  partitions?: readonly string[];
  readOnly?: readonly string[];
  erases?: true;
}

/** Those of a function's `partitions` that the action may reach. */
export function reachablePartitions(
  action: string,
  { partitions = [], readOnly = [], erases }: Partitions,
): string[] {
  if (action === "dynamodb:DeleteItem" && !erases)
    return tableSettings.deletablePartitions.filter((each) => partitions.includes(each));
  const isCheck = action === "dynamodb:ConditionCheckItem";
  const isWrite = action === "dynamodb:PutItem" || action === "dynamodb:UpdateItem";
  return partitions.filter((each) => isSwitch(each) === isCheck && !(isWrite && readOnly.includes(each)));
}
