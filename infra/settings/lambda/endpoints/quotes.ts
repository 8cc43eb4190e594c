/** Quotes: `shared/endpoints/quotes.ts`. */
import type { OwnSettings } from "../../function-settings.ts";
import { drawing, priceSettings, sale, sellerSettings } from "../common.ts";

export const quoteFunctions = {
  quotes: {
    environment: priceSettings,
    grants: { table: ["dynamodb:GetItem", "dynamodb:Query"], partitions: ["CUSTOMER#*"] },
  },
  "create-quote": {
    ...drawing,
    environment: [...priceSettings, "TAX_RATE_PERCENT"],
    grants: {
      table: ["dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#QUOTES#*"],
    },
  },
  /** For everybody: it reads and writes counters only. */
  "public-quote": {
    ...drawing,
    environment: [...sale, "TAX_RATE_PERCENT", ...sellerSettings],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#PUBLIC_QUOTES#*"],
    },
  },
  "quote-pdf": {
    ...drawing,
    environment: [...sellerSettings, "INVOICE_DAYS_UNTIL_DUE"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["RATE#QUOTE_PDF#*"],
    },
  },
} satisfies Record<string, OwnSettings>;
