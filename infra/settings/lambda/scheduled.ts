import { configured, type OwnSettings, type Timing } from "../function-settings.ts";
import { accountCheck, accountEnd, customerPartitions, fulfilment, readAndWrite } from "./common.ts";

/** The brake: `functions/account/erasure/deletion-brake.ts`. */
const deletions = ["DELETIONS_PER_RUN", "DELETIONS_PERCENT"] as const;

const jobs = {
  /** Settles open checkouts and sends unsent mail. */
  reconcile: {
    environment: [...fulfilment.environment, "LOGIN_ID_MAILS_PER_HOUR", "USER_POOL_ID", "STRIPE_PRICE_ID"],
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [
        ...fulfilment.grants.partitions,
        "ACTIVITY#*",
        "CLOSURES",
        "CUSTOMER_SYNC",
        "EMAIL_CHANGES",
        "LOGIN_ID_MAILS",
        "PASSES",
        "RATE#LOGIN_IDS#*",
        "SESSIONS",
        "STRIPE_EVENT#*",
      ] as const,
      // The links that stop copies of invoices.
      secrets: ["stripe", "unsubscribe"],
      key: [{ action: "kms:Decrypt", field: "licenceKey" }],
      userPool: [...accountCheck, ...accountEnd, "cognito-idp:ListUsers"],
    },
    // Failed mail is retried every few minutes: a customer waits for the licence key.
    everyMinutes: 5,
    isRepeated: true,
  },
  /** Mails announcements of releases. */
  announce: {
    environment: ["SITE_URL", "ANNOUNCEMENT_MAIL_PERCENT"],
    grants: {
      table: [...readAndWrite, "dynamodb:Query"],
      partitions: ["ANNOUNCEMENT_MAILS", "CUSTOMER#*", "RELEASE#*"],
      scan: ["pk", "sk", "closedAt", "optInServiceInfo"],
      mail: true,
      mailAccount: true,
      secrets: ["unsubscribe"],
    },
    everyMinutes: 5,
    isRepeated: true,
  },
  /** Erases accounts that were closed 30 days ago, and deletes unconfirmed ones. Only it deletes customers' rows. */
  retention: {
    environment: ["USER_POOL_ID", ...deletions],
    grants: {
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      // A payment that the portal did not ask for is reported before its customer is erased.
      partitions: [...customerPartitions, "DELETIONS", "RATE#*", "UNEXPECTED_PAYMENTS", "USER_EXPORTS"],
      // The numbers of accounts and customers.
      readOnly: ["USER_EXPORTS"],
      erases: true,
      userPool: [
        ...accountCheck,
        "cognito-idp:AdminDisableUser",
        "cognito-idp:AdminDeleteUser",
        "cognito-idp:ListUsers",
      ],
      secrets: ["stripe"],
    },
    everyMinutes: 60,
    isRepeated: true,
  },
  /** Copies the accounts to S3 once a day; looks for contracts without an account, and for missing profiles. */
  "export-users": {
    environment: ["USER_POOL_ID", ...deletions],
    grants: {
      table: [
        "dynamodb:BatchGetItem",
        "dynamodb:ConditionCheckItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
        "dynamodb:UpdateItem",
      ],
      partitions: ["CLOSURES", "CUSTOMER#*", "PASSES", "STRIPE_TASKS", "USER_EXPORTS"],
      readOnly: ["CUSTOMER#*"],
      scan: ["pk", "sk", "at", "closedAt", "hadProfile", "loginId", "sub", "subscriptionId"],
      userPool: ["cognito-idp:AdminGetUser", "cognito-idp:ListUsers"],
      userExports: ["s3:PutObject"],
    },
    timeoutSeconds: 900,
    everyMinutes: 15,
    isRepeated: true,
  },
  /** Signs in and downloads like a customer; checks Stripe and the alarms' subscriptions; measures SES's account. */
  canary: {
    environment: ["SITE_URL", "USER_POOL_ID", "CANARY_CLIENT_ID", "STRIPE_PRICE_ID"],
    grants: {
      secrets: ["canary", "stripe"],
      userPool: ["cognito-idp:AdminInitiateAuth"],
      mailAccount: true,
      alarmTopics: true,
    },
    timeoutSeconds: 60,
    everyMinutes: 15,
    // The alarm counts failed runs, so a run must not be retried.
    isRepeated: false,
  },
} satisfies Record<string, OwnSettings & Timing>;

/** Invoked at a fixed rate. */
export const scheduledFunctions = configured<keyof typeof jobs, Timing>("jobs", 300, jobs);
