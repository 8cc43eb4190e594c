import type { EndpointName } from "../../../shared/endpoints.ts";
import type { FunctionSettings } from "../function-settings.ts";
import {
  accountCheck,
  accountEnd,
  api,
  customerPartitions,
  fulfilment,
  payment,
  sale,
  stripe,
} from "./common.ts";

/** Endpoints answer only requests with CloudFront's origin secret. */
function behindCloudFront<K extends EndpointName>(
  functions: Record<K, FunctionSettings>,
): Record<K, FunctionSettings> {
  const told = { ...functions };
  for (const name in functions) {
    const settings = functions[name];
    told[name] = { ...settings, environment: [...settings.environment, "ORIGIN_SECRETS"] };
  }
  return told;
}

/** Each endpoint of the contract, and no other: the type argument says so. */
export const endpointFunctions = behindCloudFront<EndpointName>({
  "get-user": {
    ...api,
    entry: "functions/api/get-user.ts",
    environment: ["TABLE_NAME"],
    grants: { table: ["dynamodb:GetItem"], partitions: ["CUSTOMER#*"] },
  },
  "post-user": {
    ...api,
    entry: "functions/api/post-user.ts",
    environment: [...fulfilment.environment, "KEY_ID", "USER_POOL_ID"],
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
      userPool: accountCheck,
    },
  },
  "download-file": {
    ...api,
    entry: "functions/api/download-file.ts",
    environment: ["TABLE_NAME", "DOWNLOAD_BUCKET"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["ACTIVITY#*", "CUSTOMER#*", "RELEASE#*"],
      readOnly: ["CUSTOMER#*", "RELEASE#*"],
      bucket: ["s3:GetObject", "s3:GetObjectVersion"],
    },
  },
  releases: {
    ...api,
    entry: "functions/api/releases.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:Query"],
      partitions: ["CUSTOMER#*", "RELEASE#*"],
    },
  },
  "checkout-session": {
    ...payment,
    entry: "functions/api/checkout-session.ts",
    // A checkout for which the invoice was chosen elsewhere is finished as such.
    environment: [...fulfilment.environment, ...sale, "USER_POOL_ID"],
    grants: { ...fulfilment.grants, userPool: accountCheck },
  },
  "setup-session": {
    ...payment,
    entry: "functions/api/setup-session.ts",
    environment: ["TABLE_NAME", "SITE_URL", "USER_POOL_ID", ...stripe],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#SETUP_SESSION#*", "STRIPE_CHECKS"],
      userPool: accountCheck,
      secrets: ["stripe"],
    },
  },
  subscription: {
    ...payment,
    entry: "functions/api/subscription.ts",
    environment: [...fulfilment.environment, ...sale, "USER_POOL_ID"],
    grants: { ...fulfilment.grants, userPool: accountCheck },
  },
  "get-contract": {
    ...api,
    entry: "functions/api/get-contract.ts",
    environment: ["TABLE_NAME", "TAX_RATE_PERCENT", ...stripe],
    grants: { table: ["dynamodb:GetItem"], partitions: ["CUSTOMER#*"], secrets: ["stripe"] },
  },
  "post-contract": {
    ...payment,
    entry: "functions/api/post-contract.ts",
    environment: [...fulfilment.environment, "INVOICE_DAYS_UNTIL_DUE", "USER_POOL_ID"],
    grants: {
      ...fulfilment.grants,
      partitions: [
        "CUSTOMER#*",
        "OUTBOX",
        "RATE#CONTRACT#*",
        "RATE#SETUP_SESSION#*",
        "STRIPE_CHECKS",
        "STRIPE_CUSTOMER#*",
      ] as const,
      userPool: accountCheck,
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
  "stripe-webhook": {
    ...payment,
    entry: "functions/api/stripe-webhook.ts",
    environment: fulfilment.environment,
    grants: {
      ...fulfilment.grants,
      partitions: [...fulfilment.grants.partitions, "STRIPE_EVENT#*"] as const,
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
      "USER_POOL_ID",
      "USER_POOL_CLIENT_ID",
    ],
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["PHONE#*", "RATE#SMS#*", "SWITCH#SIGN-UP", "SWITCH#SMS", "VERIFICATION#*"],
      secrets: ["vonage"],
    },
  },
  /** Deletes an account that its owner has not confirmed, for whoever has the phone verification that it was created with. */
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
  /** The only endpoint that decrypts, and only the field `licenceKey`. */
  "licence-key": {
    ...api,
    entry: "functions/api/licence-key.ts",
    environment: ["TABLE_NAME", "KEY_ID", "MAIL_FROM", "SITE_URL", "USER_POOL_ID"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"],
      partitions: ["CUSTOMER#*", "OUTBOX", "RATE#KEY_MAIL#*", "RATE#REVEAL#*"],
      key: [
        { action: "kms:Encrypt", field: "licenceKey" },
        { action: "kms:Decrypt", field: "licenceKey" },
      ],
      mail: true,
      userPool: accountCheck,
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
  /** Calls the user pool with the customer's access token, which no permission is needed for. */
  passkeys: {
    ...api,
    entry: "functions/api/passkeys.ts",
    environment: ["TABLE_NAME"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"],
      partitions: ["ACTIVITY#*", "OUTBOX", "RATE#PASSKEYS#*"],
    },
  },
  /** Ends a customer's sessions everywhere. */
  sessions: {
    ...api,
    entry: "functions/api/sessions.ts",
    environment: ["TABLE_NAME", "USER_POOL_ID"],
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
    environment: ["TABLE_NAME", "USER_POOL_ID"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"],
      partitions: [...customerPartitions, "RATE#*"],
      userPool: ["cognito-idp:AdminGetUser", "cognito-idp:AdminListDevices"],
    },
  },
  /** Closes a customer's account. */
  account: {
    ...payment,
    entry: "functions/api/account.ts",
    environment: [...fulfilment.environment, "USER_POOL_ID"],
    grants: {
      ...fulfilment.grants,
      partitions: ["CLOSURES", "CUSTOMER#*", "OUTBOX", "RATE#CLOSE#*", "STRIPE_CUSTOMER#*"] as const,
      userPool: [...accountCheck, ...accountEnd],
    },
  },
  unsubscribe: {
    ...api,
    entry: "functions/api/unsubscribe.ts",
    environment: ["TABLE_NAME", "UNSUBSCRIBE_SECRET_ID"],
    grants: {
      table: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*"],
      secrets: ["unsubscribe"],
    },
  },
  "unsubscribe-link": {
    ...api,
    entry: "functions/api/unsubscribe-link.ts",
    environment: ["SITE_URL"],
    grants: {},
  },
  health: { ...api, entry: "functions/api/health.ts", environment: ["APP_VERSION"], grants: {} },
});

export type EndpointFunctionName = keyof typeof endpointFunctions;
