/** Quotes: `shared/endpoints/quotes.ts`. */
import type { FunctionSettings } from "../../function-settings.ts";
import { api, price } from "../common.ts";

/** A page is drawn in a quarter of a second with a whole processor. */
const drawing = { timeoutSeconds: 10, memoryMb: 1769 } as const;

export const quoteFunctions = {
  quotes: {
    ...api,
    entry: "functions/api/quotes.ts",
    environment: ["TABLE_NAME", ...price],
    grants: { table: ["dynamodb:GetItem", "dynamodb:Query"], partitions: ["CUSTOMER#*"] },
  },
  "create-quote": {
    ...drawing,
    entry: "functions/api/create-quote.ts",
    environment: ["TABLE_NAME", ...price, "TAX_RATE_PERCENT"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#QUOTES#*"],
    },
  },
  "quote-pdf": {
    ...drawing,
    entry: "functions/api/quote-pdf.ts",
    environment: ["TABLE_NAME", "SITE_URL", "SELLER_NAME", "REGISTRATION_NUMBER"],
    grants: {
      table: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      partitions: ["CUSTOMER#*", "RATE#QUOTE_PDF#*"],
      readOnly: ["CUSTOMER#*"],
    },
  },
} satisfies Record<string, FunctionSettings>;
