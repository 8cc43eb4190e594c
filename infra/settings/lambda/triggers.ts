import type { FunctionSettings } from "../function-settings.ts";
import { accountCheck } from "./common.ts";

const codeMails = ["CODE_MAILS_PER_HOUR", "SIGN_UP_MAILS_PER_HOUR"] as const;

/** Triggers of the user pool, which waits five seconds for the response. */
export const userPoolTriggers = {
  "pre-sign-up": {
    entry: "functions/triggers/pre-sign-up.ts",
    environment: ["TABLE_NAME", ...codeMails],
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#MAIL#*", "SWITCH#SIGN-UP"],
    },
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  "custom-message": {
    entry: "functions/triggers/custom-message.ts",
    environment: ["TABLE_NAME", "SITE_URL", ...codeMails],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["EMAIL_CHANGES", "RATE#MAIL#*"],
    },
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  "post-confirmation": {
    entry: "functions/triggers/post-confirmation.ts",
    environment: ["TABLE_NAME", "MAIL_FROM", "SITE_URL"],
    grants: {
      table: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
      partitions: ["ACTIVITY#*", "OUTBOX", "SESSIONS"],
      mail: true,
      // The event names the pool.
      userPool: [...accountCheck, "cognito-idp:AdminUserGlobalSignOut"],
    },
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  /** Records the sign-in; the mail about a new browser is the reconciler's to send. */
  "post-authentication": {
    entry: "functions/triggers/post-authentication.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "OUTBOX", "RATE#NEW_BROWSER#*"],
    },
    timeoutSeconds: 5,
    memoryMb: 512,
  },
} as const satisfies Record<string, FunctionSettings>;
