/** A year's invoices, as accounting wants them. */
import * as z from "zod/mini";
import { contractInvoice } from "../contract.ts";
import { define } from "./endpoint.ts";

/**
 * The invoices that were issued in that year in Japan, newest first; with `format` as a file, base64: a table for a spreadsheet, or
 * every PDF in a zip. 404: a file of no invoices.
 */
export const invoices = define({
  method: "GET",
  path: "/api/invoices",
  authentication: "id-token",
  query: z.strictObject({
    year: z.string().check(z.regex(/^20\d\d$/)),
    format: z.optional(z.literal(["csv", "zip"])),
  }),
  response: z.object({
    result: z.union([
      z.object({ fileName: z.string(), file: z.string() }),
      z.object({ invoices: z.array(contractInvoice) }),
    ]),
  }),
});
