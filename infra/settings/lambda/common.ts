/** Settings that several functions share. */
import type { Partition } from "../table.ts";

/** Stripe may be slow, and the SDK retries with the same idempotency key; API Gateway waits 30 seconds. */
export const payment = { timeoutSeconds: 29 } as const;
/** The price that is sold. */
export const priceSettings = ["STRIPE_PRICE_ID", "STANDARD_PRICE_YEN", "PRICE_INTERVAL"] as const;
/** The same, and the days to pay an invoice. */
export const sale = [...priceSettings, "INVOICE_DAYS_UNTIL_DUE"] as const;
/** A whole processor draws a page in 250 ms. The PDF library and the font are loaded with the first page. */
export const drawing = { memoryMb: 1769, isSplit: true } as const;
/** The seller of a document: `functions/documents/page.ts`. */
export const sellerSettings = ["SITE_URL", "SELLER_NAME", "SELLER_LINES", "REGISTRATION_NUMBER"] as const;
/** Actions on single rows. */
export const readAndWrite = [
  "dynamodb:GetItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
] as const;
/** For functions that fulfil a payment: `fulfil` writes the plan, its audit row and the mail, and sends it. */
export const fulfilment = {
  environment: ["SITE_URL"],
  grants: {
    table: ["dynamodb:ConditionCheckItem", ...readAndWrite],
    // A former contract is synced before another one begins.
    partitions: [
      "CHECKOUTS",
      "CUSTOMER#*",
      "OUTBOX",
      "STRIPE_TASKS",
      "STRIPE_CUSTOMER#*",
      "UNEXPECTED_PAYMENTS",
    ],
    mail: true,
    secrets: ["stripe"],
  },
} as const;

/** The permission to check that the account of a token or a row still exists. */
export const accountCheck = ["cognito-idp:AdminGetUser"] as const;

export const accountEnd = ["cognito-idp:AdminUserGlobalSignOut", "cognito-idp:AdminDisableUser"] as const;

/** All partitions with a customer's rows: `functions/customer/customer-rows.ts`. */
export const customerPartitions = [
  "ACTIVITY#*",
  "ANNOUNCEMENT_MAILS",
  "CHECKOUTS",
  "CLOSURES",
  "CUSTOMER#*",
  "CUSTOMER_ID#*",
  "CUSTOMER_SYNC",
  "EMAIL_CHANGES",
  "OUTBOX",
  "PHONE#*",
  "SESSIONS",
  "STRIPE_TASKS",
  "STRIPE_CUSTOMER#*",
] as const satisfies readonly Partition[];
