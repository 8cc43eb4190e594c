/** A customer's contract as `GET /api/contract` shows it. Times in ISO 8601, amounts in yen with tax. */
import * as z from "zod/mini";
import { billingContact } from "./customer/billing-contact.ts";
import { paymentTypes, priceIntervals } from "./enums.ts";
import { storedInvoiceFields } from "./invoice-fields.ts";

/**
 * `provided`: an operator gave the standard plan without a contract. `past_due`: a payment is late and Stripe
 * still waits for it. `cancel_scheduled`: the date of its end is set. `on_hold`: without the plan until it is
 * paid, or an operator resumes it. `ended`: it cannot come back.
 */
export const contractStatuses = [
  "trial",
  "provided",
  "active",
  "past_due",
  "cancel_scheduled",
  "on_hold",
  "ended",
] as const;
export type ContractStatus = (typeof contractStatuses)[number];

/**
 * The possible actions. `subscribe`: by card. `cancel`: at the end of the period, or at once while the
 * contract is on hold.
 */
export const contractActions = [
  "upgrade",
  "subscribe",
  "subscribe-by-invoice",
  "cancel",
  "resume",
  "pay-by-card",
  "pay-by-invoice",
  "change-card",
  "change-invoice-fields",
] as const;
export type ContractAction = (typeof contractActions)[number];

const text = z.nullable(z.string());

/** Stripe's statuses; a draft is not shown. */
export const invoiceStatuses = ["open", "paid", "uncollectible", "void"] as const;

export const contractInvoice = z.object({
  id: z.string(),
  number: text,
  issuedAt: z.string(),
  amount: z.int(),
  /** Part of the amount. */
  tax: z.int(),
  status: z.enum(invoiceStatuses),
  /** Open, and a card was declined or the due date has passed. */
  isLate: z.boolean(),
  dueAt: text,
  /** When Stripe charges the card again. */
  nextAttemptAt: text,
  pdfUrl: text,
  /** Stripe's page to pay the invoice on. */
  hostedUrl: text,
  /** Paid through Stripe, not marked as paid by an operator. */
  hasReceipt: z.boolean(),
  /** Refunded yen. */
  refunded: z.int(),
  /** The bank took the payment back after a dispute. */
  isChargedBack: z.boolean(),
});
export type ContractInvoice = z.output<typeof contractInvoice>;

/** Returns the invoice's state as a key of `invoiceStatusLabels`. */
export function invoiceStateOf({ status, isLate, amount, refunded, isChargedBack }: ContractInvoice) {
  // Stripe has written it off, but it is still owed.
  if (isLate || status === "uncollectible") return "late";
  if (status !== "paid") return status;
  if (isChargedBack) return "chargedBack";
  if (refunded === 0) return "paid";
  return refunded < amount ? "partlyRefunded" : "refunded";
}

const owed = z.object({
  invoiceId: z.string(),
  number: text,
  /** The amount still due: less than the invoice's amount after a credit note. */
  amount: z.int(),
  dueAt: text,
  /** When Stripe charges the card again. */
  nextAttemptAt: text,
  /** Stripe's page to pay the invoice on. */
  hostedUrl: text,
  /**
   * `due`: to be paid, and not late. `overdue`: past its due date. `declined`: the card was declined.
   * `retrying`: the card was declined, and Stripe charges the new card at `nextAttemptAt`.
   */
  state: z.enum(["due", "overdue", "declined", "retrying"]),
  /** `former`: of a contract that has ended. `none`: created by an operator for something else. */
  contract: z.enum(["current", "former", "none"]),
  /** The possible next steps, the best first. */
  ways: z.array(z.enum(["pay", "change-card"])),
});
export type Owed = z.output<typeof owed>;

const nextCharge = z.object({
  at: z.string(),
  /** `null` while Stripe does not answer. */
  amount: z.nullable(z.int()),
});

const price = z.object({
  amount: z.int(),
  tax: z.int(),
  currency: z.literal("jpy"),
  interval: z.enum(priceIntervals),
});
export type ContractPrice = z.output<typeof price>;

const paymentMethod = z.object({
  type: z.enum(paymentTypes),
  brand: z.optional(z.string()),
  last4: z.optional(z.string()),
  /** `2029-12` */
  expiry: z.optional(z.string()),
  /**
   * If the card is charged after its expiry: it expires this month or the next (`soon`), or has expired
   * (`over`).
   */
  expires: z.optional(z.enum(["soon", "over"])),
  /** Days from an invoice's issue to its due date. */
  daysUntilDue: z.optional(z.int()),
});
export type PaymentMethod = z.output<typeof paymentMethod>;

/** `null`: unknown, or not part of a trial. */
export const contract = z.object({
  plan: z.string(),
  status: z.enum(contractStatuses),
  price: z.nullable(price),
  startedAt: text,
  currentPeriodEnd: text,
  /** `null` if the contract is charged no more, or not for now. */
  nextCharge: z.nullable(nextCharge),
  /** When the contract ends or has ended. */
  cancelAt: text,
  paymentMethod: z.nullable(paymentMethod),
  /** The billing contact; empty before the first one. */
  billingContact,
  /**
   * As at Stripe, where operators may change them. `null` unless a contract goes on, and while Stripe does
   * not answer.
   */
  invoiceFields: z.nullable(storedInvoiceFields),
  /** Addresses of the further recipients who stopped the copies of invoices. */
  stoppedCopies: z.array(z.string()),
  /** Newest first; `null` while Stripe does not answer. */
  invoices: z.nullable(z.array(contractInvoice)),
  /** Cursor of the next page of invoices. */
  nextCursor: text,
  /** All open invoices: urgent ones first, then by age. */
  owed: z.array(owed),
  /** The actions that are permitted now. `POST /api/contract` and the payment calls refuse the others. */
  actions: z.array(z.enum(contractActions)),
});
export type Contract = z.output<typeof contract>;

/** Returns the late payments. The server decides their states and the ways to pay. */
export const latePayments = ({ owed: all }: Contract): Owed[] => all.filter(({ state }) => state !== "due");
