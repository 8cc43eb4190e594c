/** The one table's shape, for the CDK construct and DynamoDB Local alike. What lies in it: docs/data.md. */
export const tableSettings = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Epoch seconds; DynamoDB deletes late, so readers check expiry themselves. */
  timeToLiveAttribute: "expiresAt",
  /** Work that is done is deleted; from no other partition may anybody delete, so not from a customer's audit trail. */
  deletablePartitions: ["CHECKOUTS", "EMAIL_WATCH", "OUTBOX", "PAYERS"],
} as const;
