/** Payment and the contract: `shared/endpoints/payment.ts`. */
import type { OwnSettings } from "../../function-settings.ts";
import type { Partition } from "../../table.ts";
import { drawing, fulfilment, payment, sale, sellerSettings } from "../common.ts";

/** The same for card and invoice: each also finishes a checkout of the other mode. */
const purchase = (counter: Partition): OwnSettings => ({
  ...payment,
  environment: [...fulfilment.environment, ...sale],
  grants: {
    ...fulfilment.grants,
    table: [...fulfilment.grants.table, "dynamodb:Query"],
    partitions: [...fulfilment.grants.partitions, "CUSTOMER_SYNC", counter],
  },
});

export const paymentFunctions = {
  "checkout-session": purchase("RATE#CHECKOUT#*"),
  "setup-session": {
    ...payment,
    environment: ["SITE_URL"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#SETUP_SESSION#*", "STRIPE_TASKS"],
      secrets: ["stripe"],
    },
  },
  subscription: purchase("RATE#PAYMENT#*"),
  "get-contract": {
    environment: ["TAX_RATE_PERCENT"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#CONTRACT_READ#*"],
      secrets: ["stripe"],
    },
  },
  invoices: {
    ...payment,
    ...drawing,
    environment: ["TAX_RATE_PERCENT", ...sellerSettings],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#INVOICES#*"],
      secrets: ["stripe"],
    },
  },
  "post-contract": {
    ...payment,
    environment: [...fulfilment.environment, "INVOICE_DAYS_UNTIL_DUE"],
    grants: {
      ...fulfilment.grants,
      partitions: [
        "CUSTOMER#*",
        "OUTBOX",
        "RATE#CONTRACT#*",
        "RATE#SETUP_SESSION#*",
        "STRIPE_TASKS",
        "STRIPE_CUSTOMER#*",
      ] as const,
    },
  },
  "stripe-webhook": {
    ...payment,
    environment: fulfilment.environment,
    grants: {
      ...fulfilment.grants,
      partitions: [...fulfilment.grants.partitions, "STRIPE_EVENT#*"] as const,
    },
  },
} satisfies Record<string, OwnSettings>;
