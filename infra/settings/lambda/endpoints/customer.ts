/** The customer's record, and what its fields are checked with: `shared/endpoints/customer.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { api, fulfilment } from "../common.ts";

export const customerFunctions = {
  "get-user": {
    ...api,
    entry: "functions/api/get-user.ts",
    environment: ["TABLE_NAME"],
    grants: { table: ["dynamodb:GetItem"], partitions: ["CUSTOMER#*"] },
  },
  "post-user": {
    ...api,
    entry: "functions/api/post-user.ts",
    environment: [...fulfilment.environment, "KEY_ID"],
    grants: {
      ...fulfilment.grants,
      partitions: [
        "CUSTOMER#*",
        "CUSTOMER_ID#*",
        "CUSTOMER_SYNC",
        "OUTBOX",
        "RATE#CHANGE#*",
        "RATE#SECRETS#*",
        "VERIFICATION#*",
      ] as const,
      key: [{ action: "kms:Encrypt" }],
    },
  },
  verify: {
    ...api,
    costsMoney: true,
    entry: "functions/api/verify.ts",
    environment: [
      "TABLE_NAME",
      "VONAGE_SECRET_ID",
      "VONAGE_API_URL",
      "SMS_DAILY_CAP",
      "SMS_ADDRESS_HOURLY_CAP",
      "USER_POOL_CLIENT_ID",
    ],
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["PHONE#*", "RATE#SMS#*", "SWITCH#SIGN-UP", "SWITCH#SMS", "VERIFICATION#*"],
      secrets: ["vonage"],
    },
  },
  /** Deletes an unconfirmed account, for the browser with the phone verification of its creation. */
  "sign-up": {
    ...api,
    entry: "functions/api/sign-up.ts",
    environment: ["TABLE_NAME", "USER_POOL_ID"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#SIGN_UP#*", "VERIFICATION#*"],
      readOnly: ["VERIFICATION#*"],
      userPool: ["cognito-idp:AdminGetUser", "cognito-idp:AdminDeleteUser"],
    },
  },
  "corporate-number": {
    ...api,
    entry: "functions/api/corporate-number.ts",
    environment: ["TABLE_NAME", "TAX_AGENCY_APPLICATION_ID", "TAX_AGENCY_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CORPORATION#*", "RATE#CORPORATION#*"],
    },
  },
  "voice-provider-check": {
    ...api,
    costsMoney: true,
    entry: "functions/api/voice-provider-check.ts",
    environment: ["TABLE_NAME", "VONAGE_SECRET_ID", "VONAGE_API_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#KEY_CHECK#*"],
      secrets: ["vonage"],
    },
  },
  /** With the customer's own credentials: it reads none of ours. */
  "voice-provider-diagnose": {
    ...api,
    entry: "functions/api/voice-provider-diagnose.ts",
    environment: ["TABLE_NAME", "VONAGE_API_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#CONNECTION_CHECK#*"],
    },
  },
} satisfies Record<string, FunctionSettings>;
