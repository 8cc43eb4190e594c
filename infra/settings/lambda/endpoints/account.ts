/** Licence key, sign-ins, the customer's data and leaving: `shared/endpoints/account.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { accountEnd, api, customerPartitions, fulfilment, payment } from "../common.ts";

export const accountFunctions = {
  /** The only endpoint that decrypts, and only the field `licenceKey`. */
  "licence-key": {
    ...api,
    entry: "functions/api/licence-key.ts",
    environment: ["TABLE_NAME", "KEY_ID", "MAIL_FROM", "SITE_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
      partitions: ["CUSTOMER#*", "OUTBOX", "RATE#KEY_MAIL#*", "RATE#REVEAL#*"],
      key: [
        { action: "kms:Encrypt", field: "licenceKey" },
        { action: "kms:Decrypt", field: "licenceKey" },
      ],
      mail: true,
    },
  },
  activity: {
    ...api,
    entry: "functions/api/activity.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "CUSTOMER#*"],
    },
  },
  /** Reads them with the customer's access token, which no permission is needed for. */
  "sign-in-methods": {
    ...api,
    entry: "functions/api/sign-in-methods.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "OUTBOX", "RATE#SIGN_IN_METHODS#*"],
    },
  },
  /** Ends a customer's sessions everywhere. */
  sessions: {
    ...api,
    entry: "functions/api/sessions.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem",
        "dynamodb:Query",
      ],
      partitions: ["ACTIVITY#*", "RATE#SESSIONS#*", "SESSIONS"],
      userPool: ["cognito-idp:AdminUserGlobalSignOut"],
    },
  },
  /** Reads what the portal holds of the customer, and decrypts nothing. */
  export: {
    ...api,
    entry: "functions/api/export.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      partitions: [...customerPartitions, "RATE#*"],
      userPool: ["cognito-idp:AdminListDevices"],
    },
  },
  /** Closes a customer's account. */
  account: {
    ...payment,
    entry: "functions/api/account.ts",
    environment: fulfilment.environment,
    grants: {
      ...fulfilment.grants,
      partitions: [...fulfilment.grants.partitions, "CLOSURES", "RATE#CLOSE#*"] as const,
      userPool: accountEnd,
    },
  },
} satisfies Record<string, FunctionSettings>;
