/** Payment and the contract: `shared/endpoints/payment.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { api, fulfilment, payment, sale, stripe } from "../common.ts";

export const paymentFunctions = {
  "checkout-session": {
    ...payment,
    entry: "functions/api/checkout-session.ts",
    // A checkout for which the invoice was chosen elsewhere is finished as such.
    environment: [...fulfilment.environment, ...sale],
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [...fulfilment.grants.partitions, "CUSTOMER_SYNC", "RATE#CHECKOUT#*"] as const,
    },
  },
  "setup-session": {
    ...payment,
    entry: "functions/api/setup-session.ts",
    environment: ["TABLE_NAME", "SITE_URL", ...stripe],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#SETUP_SESSION#*", "STRIPE_CHECKS"],
      secrets: ["stripe"],
    },
  },
  subscription: {
    ...payment,
    entry: "functions/api/subscription.ts",
    environment: [...fulfilment.environment, ...sale],
    grants: {
      ...fulfilment.grants,
      table: [...fulfilment.grants.table, "dynamodb:Query"],
      partitions: [...fulfilment.grants.partitions, "CUSTOMER_SYNC", "RATE#PAYMENT#*"] as const,
    },
  },
  "get-contract": {
    ...api,
    entry: "functions/api/get-contract.ts",
    environment: ["TABLE_NAME", "TAX_RATE_PERCENT", ...stripe],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#CONTRACT_READ#*"],
      readOnly: ["CUSTOMER#*"],
      secrets: ["stripe"],
    },
  },
  invoices: {
    ...payment,
    entry: "functions/api/invoices.ts",
    environment: ["TABLE_NAME", ...stripe],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#INVOICES#*"],
      readOnly: ["CUSTOMER#*"],
      secrets: ["stripe"],
    },
  },
  "post-contract": {
    ...payment,
    entry: "functions/api/post-contract.ts",
    environment: [...fulfilment.environment, "INVOICE_DAYS_UNTIL_DUE"],
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
