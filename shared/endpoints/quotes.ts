/** Quotes (見積書) for the standard plan, which public bodies and larger companies need before they buy. */
import * as z from "zod/mini";
import { addresseeKinds } from "../enums.ts";
import { optionalText, requiredText } from "../field-schema.ts";
import { labels } from "../labels.ts";
import { limits } from "../limits.ts";
import { messages } from "../messages.ts";
import { withoutHonorific } from "../normalize.ts";
import { offeredMonths } from "../quote-months.ts";
import { define } from "./endpoint.ts";

/**
 * `open`: a purchase can use it. `accepted`: the contract began after it was created. `expired`: its 30 days
 * are over.
 */
const quoteStates = ["open", "accepted", "expired"] as const;

const written = { normalize: withoutHonorific, max: limits.documentTextMaxLength };

const months = z
  .int({ error: messages.quoteMonths })
  .check(
    z.gte(1, { error: messages.quoteMonths }),
    z.lte(limits.quoteMaxMonths, { error: messages.quoteMonths }),
  );

/** The first month of use, e.g. 202612: this month or one of the next twelve. */
const firstMonth = z
  .int({ error: messages.quoteFirstMonth })
  .check(z.refine((month) => offeredMonths(Date.now()).includes(month), { error: messages.quoteFirstMonth }));

/** The customer's input: the quote's addressee and period. */
const quoteRequest = z.strictObject({
  addressee: requiredText(labels.addressee, written),
  /** A key of `addresseeKinds`; by default the customer's category decides. */
  addresseeKind: z.optional(z.int().check(z.gte(0), z.lt(addresseeKinds.length))),
  department: optionalText(labels.department, written),
  person: optionalText(labels.quotePerson, written),
  months,
  firstMonth: z.optional(firstMonth),
});

const quoteId = z.string().check(z.regex(/^[0-9a-f]{32}$/));

export const quote = z.object({
  id: z.string(),
  /** As printed, e.g. `Q20261123-3F9A1C2B`. */
  number: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601: the last moment at which its price holds. */
  validUntil: z.string(),
  addressee: z.string(),
  months: z.int(),
  /** Yen, tax included. */
  total: z.int(),
  state: z.enum(quoteStates),
});
export type Quote = z.output<typeof quote>;

/** The price of an open quote that is lower than today's: a purchase charges it. */
export const quotedPrice = z.object({
  /** Yen of one period, tax included. */
  amountYen: z.int(),
  /** Number of the quote. */
  number: z.string(),
  validUntil: z.string(),
});

/** The customer's quotes, newest first. */
export const quotes = define({
  method: "GET",
  path: "/api/quotes",
  authentication: "id-token",
  response: z.object({ result: z.object({ quotes: z.array(quote), quoted: z.nullable(quotedPrice) }) }),
});

/**
 * Creates a quote. The same input on the same day at the same price returns the same quote, so that a second
 * press creates no second one. 403: the plan is paid for already.
 */
export const createQuote = define({
  method: "POST",
  path: "/api/quotes",
  authentication: "id-token",
  body: quoteRequest,
  response: z.object({ result: quote }),
});

const pdfFile = z.object({ result: z.object({ fileName: z.string(), pdf: z.string() }) });

/** A quote for a visitor without an account: a PDF in base64. It is not stored. */
export const publicQuote = define({
  method: "POST",
  path: "/api/quotes/public",
  authentication: "none",
  body: quoteRequest,
  response: pdfFile,
});

/** The quote as a PDF, base64. 404: the customer has no such quote. */
export const quotePdf = define({
  method: "GET",
  path: "/api/quotes/pdf",
  authentication: "id-token",
  query: z.strictObject({ id: quoteId }),
  response: pdfFile,
});
