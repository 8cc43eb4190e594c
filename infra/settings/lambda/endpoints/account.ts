/** Licence key, sign-ins, the customer's data and leaving: `shared/endpoints/account.ts`. */
import type { OwnSettings } from "../../function-settings.ts";
import { accountEnd, customerPartitions, fulfilment, payment, readAndWrite } from "../common.ts";

export const accountFunctions = {
  /** The only endpoint that decrypts, and only the field `licenceKey`. */
  "licence-key": {
    environment: ["SITE_URL"],
    grants: {
      table: readAndWrite,
      partitions: ["CUSTOMER#*", "OUTBOX", "RATE#KEY_MAIL#*", "RATE#REVEAL#*"],
      key: [
        { action: "kms:Encrypt", field: "licenceKey" },
        { action: "kms:Decrypt", field: "licenceKey" },
      ],
      mail: true,
    },
  },
  activity: {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "CUSTOMER#*"],
    },
  },
  /** Reads them with the customer's access token, which needs no grant. */
  "sign-in-methods": {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "OUTBOX", "RATE#SIGN_IN_METHODS#*"],
    },
  },
  /** Ends a customer's sessions everywhere. */
  sessions: {
    grants: {
      table: [...readAndWrite, "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "RATE#SESSIONS#*", "SESSIONS"],
      userPool: ["cognito-idp:AdminUserGlobalSignOut"],
    },
  },
  /** Reads all rows of the customer, and decrypts nothing. */
  export: {
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      partitions: [...customerPartitions, "RATE#*"],
      userPool: ["cognito-idp:AdminListDevices"],
    },
  },
  /** Closes the account, or gives a ticket for another e-mail address. */
  account: {
    ...payment,
    environment: fulfilment.environment,
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [
        ...fulfilment.grants.partitions,
        "ACTIVITY#*",
        "CLOSURES",
        "RATE#CLOSE#*",
        "RATE#EMAIL_TICKETS#*",
      ] as const,
      userPool: accountEnd,
    },
  },
} satisfies Record<string, OwnSettings>;
