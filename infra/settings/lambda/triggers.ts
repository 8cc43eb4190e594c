import { configured, type OwnSettings, signatureSettings } from "../function-settings.ts";
import { accountCheck } from "./common.ts";

const codeMails = ["CODE_MAILS_PER_HOUR", "SIGN_UP_MAILS_PER_HOUR"] as const;

const triggers = {
  "pre-sign-up": {
    environment: codeMails,
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#MAIL#*", "SWITCH#SIGN-UP"],
      // Whether the login ID is taken. The event names the pool.
      userPool: accountCheck,
    },
  },
  "custom-message": {
    environment: ["SITE_URL", ...signatureSettings, ...codeMails],
    grants: {
      // The ticket of a change of the e-mail address is in `ACTIVITY#`.
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["ACTIVITY#*", "EMAIL_CHANGES", "RATE#MAIL#*"],
    },
  },
  "post-confirmation": {
    environment: ["SITE_URL"],
    grants: {
      table: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
      partitions: ["ACTIVITY#*", "OUTBOX", "SESSIONS"],
      mail: true,
      // The event names the pool.
      userPool: [...accountCheck, "cognito-idp:AdminUserGlobalSignOut"],
    },
  },
  /** Writes the sign-in; the reconciler sends the mail about a new browser. */
  "post-authentication": {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "OUTBOX", "RATE#NEW_BROWSER#*"],
    },
  },
} satisfies Record<string, OwnSettings>;

/** Triggers of the user pool, which waits five seconds for the response. */
export const userPoolTriggers = configured<keyof typeof triggers>("triggers", 5, triggers);
