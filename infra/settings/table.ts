/** The table's schema, for the CDK construct and DynamoDB Local. docs/data.md lists the items. */
export const tableSettings = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes late, so readers check expiry themselves. */
  timeToLiveAttribute: "expiresAt",
  /** Functions may delete finished work from these partitions, and nothing else: no audit trail. */
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

/** Those of a function's `partitions` that it may delete from. */
export const deletablePartitions = (partitions: readonly string[]): string[] =>
  tableSettings.deletablePartitions.filter((each) => partitions.includes(each));
