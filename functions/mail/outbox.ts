/** The outbox: a mail is stored with the change that it reports, and deleted once SES has accepted it. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Key, type Put, queryItems } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { dueFrom, newLease, type Task, taskKind } from "#functions/tasks/task.ts";
import { dayMs } from "#shared/durations.ts";
import { paymentTypes } from "#shared/enums.ts";

const addressed = {
  /** The customer's `sub`. */
  customer: z.string(),
  to: z.string(),
};

/** `daysUntilDue`: days from an invoice's issue to its due date. */
const payment = { paymentType: z.enum(paymentTypes), daysUntilDue: z.optional(z.int()) };

/**
 * `page`: Stripe's hosted invoice page, available up to the day `pageUntil`, such as `2026-12-31`.
 * `isPastContract`: the contract has ended. `isOnHold`: the contract is on hold. Times in ISO 8601.
 */
const failedPayment = {
  reason: z.enum(["checkout", "card", "retrying", "overdue"]),
  page: z.optional(z.string()),
  pageUntil: z.optional(z.string()),
  isPastContract: z.optional(z.literal(true)),
  isOnHold: z.optional(z.literal(true)),
  dueAt: z.optional(z.string()),
  nextChargeAt: z.optional(z.string()),
};

/** Content of a mail, by template. */
const content = z.discriminatedUnion("template", [
  /** The key as KMS ciphertext, base64. */
  z.object({ ...addressed, template: z.literal("licence-key"), encryptedLicenceKey: z.string() }),
  z.object({ ...addressed, template: z.literal("licence-key-reissued"), encryptedLicenceKey: z.string() }),
  z.object({ ...addressed, template: z.enum(["upgraded", "resubscribed"]), ...payment }),
  z.object({ ...addressed, template: z.literal("payment-failed"), ...failedPayment }),
  /** To the billing contact, who may not sign in. `amount` in yen. */
  z.object({
    ...addressed,
    template: z.literal("billing-payment-failed"),
    ...failedPayment,
    number: z.optional(z.string()),
    amount: z.int(),
  }),
  /** To the customer and the billing contact. `expiry` as `2026-12`, `nextChargeAt` in ISO 8601. */
  z.object({
    ...addressed,
    template: z.enum(["card-expires", "billing-card-expires"]),
    last4: z.string(),
    expiry: z.string(),
    nextChargeAt: z.optional(z.string()),
  }),
  z.object({
    ...addressed,
    template: z.literal("plan-suspended"),
    reason: z.enum(["cancelled", "unpaid", "disputed", "paused"]),
    /** The contract can come back. */
    isOnHold: z.optional(z.literal(true)),
  }),
  /** A contract that was on hold is in force again, or has ended. */
  z.object({ ...addressed, template: z.enum(["plan-restored", "contract-ended"]) }),
  /**
   * `part`: yen refunded so far, if not all. `isClosed`: the payment arrived after the account was closed.
   * `isTransfer`: it was paid by bank transfer.
   */
  z.object({
    ...addressed,
    template: z.literal("payment-refunded"),
    part: z.optional(z.int()),
    isClosed: z.optional(z.literal(true)),
    isTransfer: z.optional(z.literal(true)),
  }),
  /**
   * Stripe waits for the payer's bank account. `amount` in yen, `until` in ISO 8601, `askedAt`: the e-mail
   * address that Stripe wrote to.
   */
  z.object({
    ...addressed,
    template: z.literal("refund-waits"),
    amount: z.int(),
    until: z.string(),
    askedAt: z.optional(z.string()),
  }),
  /**
   * To a further recipient of an invoice. `total` in yen, `dueAt` in ISO 8601; without it a card is charged.
   * `isForOther`: the invoice is not for the standard plan. `invoiceId`: the invoice whose PDF is attached.
   */
  z.object({
    ...addressed,
    template: z.literal("invoice-copy"),
    invoiceId: z.string(),
    number: z.string(),
    total: z.int(),
    dueAt: z.optional(z.string()),
    page: z.string(),
    pageUntil: z.string(),
    isForOther: z.optional(z.literal(true)),
  }),
  /** `endsAt` in ISO 8601. */
  z.object({ ...addressed, template: z.literal("cancellation-scheduled"), endsAt: z.string() }),
  z.object({ ...addressed, template: z.literal("cancellation-withdrawn") }),
  z.object({ ...addressed, template: z.literal("payment-type-changed"), ...payment }),
  /** `lastDigits` of the new number, four. */
  z.object({ ...addressed, template: z.literal("phone-changed"), lastDigits: z.string() }),
  /** Sent to the old and to the new address. */
  z.object({ ...addressed, template: z.literal("email-changed") }),
  /** `eraseAt` in milliseconds since the epoch. */
  z.object({
    ...addressed,
    template: z.literal("account-closed"),
    eraseAt: z.int(),
    hadContract: z.boolean(),
  }),
  /** To an erased customer, who has no profile. */
  z.object({ ...addressed, template: z.literal("account-erased") }),
  /** To an account, which may have no profile. */
  z.object({ ...addressed, template: z.literal("password-changed"), loginId: z.string() }),
  /** `at` in ISO 8601. */
  z.object({
    ...addressed,
    template: z.literal("new-browser"),
    loginId: z.string(),
    browser: z.string(),
    at: z.string(),
  }),
  z.object({
    ...addressed,
    template: z.enum([
      "passkey-added",
      "passkey-removed",
      "passkeys-removed",
      "authenticator-on",
      "authenticator-off",
      "authenticator-reset",
    ]),
    loginId: z.string(),
    at: z.string(),
  }),
]);
export type MailContent = z.output<typeof content>;
export type MailOf<Template extends MailContent["template"]> = MailContent & { template: Template };
/** A mail about signing in, to an account that may have no profile. */
export type SignInMail = Extract<MailContent, { loginId: string }>;
export type OutgoingMail = Task & MailContent;

const partition = "OUTBOX";
export const mailTask = taskKind(partition, content);

/** Returns the mail's row, leased to its writer: the reconciler skips it until the lease ends. */
export const newMail = (mail: MailContent): Put => ({
  put: { pk: partition, sk: `${new Date().toISOString()}#${randomUUID()}`, ...mail, ...newLease() },
});

/** Returns the row without a lease: the next run of the reconciler sends it. */
export function unleased({ put }: Put): Put {
  return { put: { ...put, ...dueFrom(0) } };
}
/** Returns the row of the mail about an erasure. DynamoDB deletes it after a week if SES never accepts it. */
export function erasedMail(customer: string, to: string): Put {
  const { put } = unleased(newMail({ template: "account-erased", customer, to }));
  return { put: { ...put, expiresAt: epochSeconds(Date.now() + 7 * dayMs) } };
}

/** Returns when the mail was stored, in milliseconds since the epoch. */
export const writtenAt = ({ sk }: Key): number => Date.parse(sk.split("#")[0] ?? "");

/**
 * Returns when the oldest waiting mail was stored, in milliseconds since the epoch; undefined if none waits.
 * Dead letters do not count.
 */
export async function oldestMailAt(): Promise<number | undefined> {
  for await (const mail of queryItems(partition, "attribute_not_exists(failedAt)", {}))
    return writtenAt(mail);
  return undefined;
}
