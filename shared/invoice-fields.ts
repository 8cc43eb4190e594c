/** The texts on a customer's invoices, and their further recipients. */
import * as z from "zod/mini";
import { optionalText } from "./field-schema.ts";
import { labels } from "./labels.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { foldWidth } from "./normalize.ts";
import { isDeliverableEmail } from "./rules.ts";

const invoiceField = (label: string) => optionalText(label, { max: limits.documentTextMaxLength });

/** Spellings that differ only in case are one address. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** `keiri@example.co.jp, soumu@example.co.jp` as a list, with the first spelling of each address. */
export const addressesIn = (text: string): string[] =>
  foldWidth(text)
    .split(/[\s,、;]+/)
    .filter((address) => address !== "")
    .filter((address, index, all) => all.findIndex((each) => isSameAddress(each, address)) === index);

/**
 * The texts on every later invoice, in addition to the company (empty: not printed), and its further
 * recipients.
 */
export const invoiceFields = z.object({
  addressee: invoiceField(labels.addressee),
  department: invoiceField(labels.department),
  orderNumber: invoiceField(labels.orderNumber),
  ccAddresses: optionalText(labels.ccAddresses, {
    normalize: (text) => addressesIn(text).join(", "),
    max: limits.ccAddressesMaxLength,
    rules: [
      [(text) => addressesIn(text).every(isDeliverableEmail), messages.ccAddressFormat],
      [(text) => addressesIn(text).length <= limits.ccAddresses, messages.tooManyCcAddresses],
    ],
  }),
});
export type InvoiceFields = z.output<typeof invoiceFields>;

export const printedFieldNames = ["addressee", "department", "orderNumber"] as const;
export const invoiceFieldNames = [...printedFieldNames, "ccAddresses"] as const;

/** Returns the fields of a payment call; undefined if it names none: what Stripe prints stays as it is. */
export function invoiceFieldsIn({ addressee, department, orderNumber, ccAddresses }: InvoiceFields) {
  const fields: InvoiceFields = { addressee, department, orderNumber, ccAddresses };
  return invoiceFieldNames.some((name) => fields[name] !== undefined) ? fields : undefined;
}

/** The fields as Stripe or a draft has them, without rules. */
export const storedInvoiceFields = z.object({
  addressee: z.string(),
  department: z.string(),
  orderNumber: z.string(),
  ccAddresses: z.string(),
});
export type StoredInvoiceFields = z.output<typeof storedInvoiceFields>;
