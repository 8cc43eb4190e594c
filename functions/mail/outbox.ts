/** Mail that must go out: written with the change it tells of, deleted once SES has taken it. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { paymentTypes } from "../../shared/enums.ts";
import { type LeasedRow, leasedRow, newLease, unleasedRows } from "../platform/lease.ts";
import { deleteItem, type Item, type Key, type Put, queryItems } from "../platform/table.ts";

const addressed = {
  /** The customer's `sub`. */
  customer: z.string(),
  to: z.string(),
};

/** What the mail says, by the name of its text. */
const content = z.discriminatedUnion("template", [
  /** The key as KMS ciphertext, base64. */
  z.object({ ...addressed, template: z.literal("licence-key"), encryptedLicenceKey: z.string() }),
  z.object({ ...addressed, template: z.literal("upgraded"), paymentType: z.enum(paymentTypes) }),
  /** `page`: where Stripe lets the invoice be paid. */
  z.object({
    ...addressed,
    template: z.literal("payment-failed"),
    reason: z.enum(["checkout", "card", "overdue"]),
    page: z.optional(z.string()),
  }),
  z.object({
    ...addressed,
    template: z.literal("plan-suspended"),
    reason: z.enum(["cancelled", "unpaid", "disputed"]),
  }),
  z.object({ ...addressed, template: z.literal("payment-refunded") }),
  /** `lastDigits` of the new number, four. */
  z.object({ ...addressed, template: z.literal("phone-changed"), lastDigits: z.string() }),
  /** One goes to the old address and one to the new. */
  z.object({ ...addressed, template: z.literal("email-changed") }),
  /** Of an account, which need not be a customer's. */
  z.object({ ...addressed, template: z.literal("password-changed"), loginId: z.string() }),
]);
export type MailContent = z.output<typeof content>;
export type OutgoingMail = LeasedRow & MailContent;

const partition = "OUTBOX";

/** The row, leased to the one that writes it: the reconciler leaves it alone meanwhile. */
export const newMail = (mail: MailContent): Put => ({
  put: { pk: partition, sk: `${new Date().toISOString()}#${randomUUID()}`, ...mail, ...newLease() },
});

/** Every mail that nobody is at, oldest first. */
export const unleasedMail = () => unleasedRows(partition);
export const parseMail = (item: Item): OutgoingMail => ({ ...content.parse(item), ...leasedRow.parse(item) });

/** Milliseconds since the epoch. */
export const writtenAt = ({ sk }: Key): number => Date.parse(sk.split("#")[0] ?? "");

/** When the oldest mail was written, in milliseconds since the epoch; undefined when none is left. */
export async function oldestMailAt(): Promise<number | undefined> {
  for await (const mail of queryItems(partition, "attribute_exists(leaseUntil)", {})) return writtenAt(mail);
  return undefined;
}

export const remove = ({ pk, sk }: Key): Promise<void> => deleteItem({ pk, sk });
