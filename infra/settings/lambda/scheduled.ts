import type { ScheduledFunctionSettings } from "../function-settings.ts";
import { accountCheck, accountEnd, customerPartitions, fulfilment, stripe } from "./common.ts";

/** Invoked at a fixed rate. */
export const scheduledFunctions = {
  /** Settles open checkouts and sends unsent mail. */
  reconcile: {
    entry: "functions/jobs/reconcile.ts",
    environment: [...fulfilment.environment, "KEY_ID", "USER_POOL_ID", "STRIPE_PRICE_ID"],
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [
        ...fulfilment.grants.partitions,
        "CLOSURES",
        "CUSTOMER_SYNC",
        "EMAIL_CHANGES",
        "SESSIONS",
        "STRIPE_EVENT#*",
      ] as const,
      key: [{ action: "kms:Decrypt", field: "licenceKey" }],
      userPool: [...accountCheck, ...accountEnd],
    },
    timeoutSeconds: 300,
    memoryMb: 512,
    // Failed mail is retried every few minutes: a customer waits for the licence key.
    everyMinutes: 5,
    isRepeated: true,
  },
  /** Mails a release to the customers who want to know of it. Between announcements a run is one look at the table. */
  announce: {
    entry: "functions/jobs/announce.ts",
    environment: [
      "TABLE_NAME",
      "MAIL_FROM",
      "SITE_URL",
      "UNSUBSCRIBE_SECRET_ID",
      "ANNOUNCEMENT_MAIL_PERCENT",
    ],
    grants: {
      table: [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem",
        "dynamodb:Query",
      ],
      partitions: ["ANNOUNCEMENT_MAILS", "CUSTOMER#*", "RELEASE#*"],
      scan: ["pk", "sk", "closedAt", "optInServiceInfo"],
      mail: true,
      mailAccount: true,
      secrets: ["unsubscribe"],
    },
    timeoutSeconds: 300,
    memoryMb: 512,
    everyMinutes: 5,
    isRepeated: true,
  },
  /** Erases accounts that were closed 30 days ago, and deletes those that were never confirmed: the one function that may delete a customer's rows. */
  retention: {
    entry: "functions/jobs/retention.ts",
    environment: ["TABLE_NAME", "USER_POOL_ID", ...stripe],
    grants: {
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      // A payment that the portal did not ask for is reported before its customer is erased.
      partitions: [...customerPartitions, "RATE#*", "UNEXPECTED_PAYMENTS"],
      erases: true,
      userPool: [
        ...accountCheck,
        "cognito-idp:AdminDisableUser",
        "cognito-idp:AdminDeleteUser",
        "cognito-idp:ListUsers",
      ],
      secrets: ["stripe"],
    },
    timeoutSeconds: 300,
    memoryMb: 512,
    everyMinutes: 60,
    isRepeated: true,
  },
  /** Copies the accounts of the user pool to S3 once a day. A run that comes to its time limit is gone on with by the next one. */
  "export-users": {
    entry: "functions/jobs/export-users.ts",
    environment: ["TABLE_NAME", "USER_POOL_ID", "USER_EXPORT_BUCKET"],
    grants: {
      table: ["dynamodb:UpdateItem"],
      partitions: ["USER_EXPORTS"],
      userPool: ["cognito-idp:ListUsers"],
      userExports: ["s3:PutObject"],
    },
    timeoutSeconds: 900,
    memoryMb: 512,
    everyMinutes: 15,
    isRepeated: true,
  },
  /** Signs in and downloads like a customer, checks Stripe's webhook endpoint and measures SES's account. */
  canary: {
    entry: "functions/jobs/canary.ts",
    environment: [
      "SITE_URL",
      "USER_POOL_ID",
      "CANARY_CLIENT_ID",
      "CANARY_SECRET_ID",
      "STRIPE_PRICE_ID",
      ...stripe,
    ],
    grants: {
      secrets: ["canary", "stripe"],
      userPool: ["cognito-idp:AdminInitiateAuth"],
      mailAccount: true,
    },
    timeoutSeconds: 60,
    memoryMb: 512,
    everyMinutes: 15,
    // The alarm counts failed runs, so a run must not be retried.
    isRepeated: false,
  },
} as const satisfies Record<string, ScheduledFunctionSettings>;
