/** The customer's profile, and the checks of its fields: `shared/endpoints/customer.ts`. */
import type { OwnSettings } from "../../function-settings.ts";
import { fulfilment } from "../common.ts";

export const customerFunctions = {
  "get-user": {
    grants: { table: ["dynamodb:GetItem", "dynamodb:Query"], partitions: ["CUSTOMER#*"] },
  },
  "post-user": {
    environment: [...fulfilment.environment],
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [
        "CLOSURES",
        "CUSTOMER#*",
        "CUSTOMER_ID#*",
        "CUSTOMER_SYNC",
        "OUTBOX",
        "RATE#CHANGE#*",
        "RATE#SECRETS#*",
        "VERIFICATION#*",
      ] as const,
      // Whether the account is closed.
      readOnly: ["CLOSURES"] as const,
      key: [{ action: "kms:Encrypt" }],
    },
  },
  verify: {
    costsMoney: true,
    environment: ["SMS_DAILY_CAP", "SMS_ADDRESS_HOURLY_CAP", "USER_POOL_CLIENT_ID"],
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["PHONE#*", "RATE#SMS#*", "SWITCH#SIGN-UP", "SWITCH#SMS", "VERIFICATION#*"],
      secrets: ["vonage"],
    },
  },
  /** Deletes an unconfirmed account, for the browser with the phone verification of its creation. */
  "withdraw-sign-up": {
    environment: ["USER_POOL_ID"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#SIGN_UP#*", "VERIFICATION#*"],
      readOnly: ["VERIFICATION#*"],
      userPool: ["cognito-idp:AdminGetUser", "cognito-idp:AdminDeleteUser"],
    },
  },
  /** Anybody may ask for the login IDs of an address; only the mail has them. */
  "login-ids": {
    environment: ["LOGIN_ID_ANSWER_MS", "LOGIN_ID_MAILS_PER_HOUR", "SITE_URL", "USER_POOL_ID"],
    grants: {
      table: ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["LOGIN_ID_MAILS", "RATE#LOGIN_IDS#*"],
      mail: true,
      userPool: ["cognito-idp:ListUsers"],
    },
  },
  "corporate-number": {
    environment: ["TAX_AGENCY_APPLICATION_ID", "TAX_AGENCY_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CORPORATION#*", "RATE#CORPORATION#*"],
    },
  },
  "voice-provider-check": {
    costsMoney: true,
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#KEY_CHECK#*"],
      secrets: ["vonage"],
    },
  },
  /** Uses the customer's own credentials, and reads none of ours. */
  "voice-provider-diagnose": {
    environment: ["VONAGE_API_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#CONNECTION_CHECK#*"],
    },
  },
} satisfies Record<string, OwnSettings>;
