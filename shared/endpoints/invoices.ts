/** A year's invoices and receipts, for accounting. */
import * as z from "zod/mini";
import { contractInvoice } from "../contract.ts";
import { define } from "./endpoint.ts";

/**
 * The invoices that were issued in that year in Japan, newest first. With `format`, a file in base64: a table
 * for a spreadsheet, or every PDF in a zip, receipts among them; 404 without invoices. With `receipt`, an
 * invoice's id: its receipt as a PDF; 404 if it has none.
 */
export const invoices = define({
  method: "GET",
  path: "/api/invoices",
  authentication: "id-token",
  query: z.union([
    z.strictObject({
      year: z.string().check(z.regex(/^20\d\d$/)),
      format: z.optional(z.literal(["csv", "zip"])),
    }),
    z.strictObject({ receipt: z.string().check(z.regex(/^in_\w{1,100}$/)) }),
  ]),
  response: z.object({
    result: z.union([
      z.object({ fileName: z.string(), file: z.string() }),
      z.object({ invoices: z.array(contractInvoice) }),
    ]),
  }),
});
