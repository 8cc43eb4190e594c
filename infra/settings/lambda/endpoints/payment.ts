/** Payment and the contract: `shared/endpoints/payment.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { accountCheck, api, fulfilment, payment, sale, stripe } from "../common.ts";

export const paymentFunctions = {
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
  "stripe-webhook": {
    ...payment,
    entry: "functions/api/stripe-webhook.ts",
    environment: fulfilment.environment,
    grants: {
      ...fulfilment.grants,
      partitions: [...fulfilment.grants.partitions, "STRIPE_EVENT#*"] as const,
    },
  },
} satisfies Record<string, FunctionSettings>;
