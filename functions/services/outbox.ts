/** Mail that must go out: written with the change it tells of, deleted once SES has taken it. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { paymentTypes } from "../../shared/enums.ts";
import { deleteItem, type Key, type Put, queryItems, updateItem } from "./table.ts";

const addressed = {
  /** The customer's `sub`. */
  customer: z.string(),
  to: z.string(),
};

/** What the mail says, by the name of its text. */
const content = z.discriminatedUnion("template", [
  /** The key as KMS ciphertext, base64. */
  z.object({ ...addressed, template: z.literal("licence-key"), sealedLicenceKey: z.string() }),
  z.object({ ...addressed, template: z.literal("upgraded"), paymentType: z.enum(paymentTypes) }),
  /** `page`: where Stripe lets the invoice be paid. */
  z.object({
    ...addressed,
    template: z.literal("payment-failed"),
    reason: z.enum(["checkout", "card", "overdue"]),
    page: z.optional(z.string()),
  }),
]);
export type MailContent = z.output<typeof content>;

const row = z.object({
  pk: z.string(),
  sk: z.string(),
  /** Milliseconds since the epoch: until then somebody is at it. */
  leaseUntil: z.int(),
  attempts: z.int(),
});
type Row = z.output<typeof row>;
export type OutgoingMail = Row & MailContent;

const partition = "OUTBOX";
/** Longer than any function that sends may run. */
const leaseMs = 2 * 60_000;
const firstRetryMs = 5_000;
const longestRetryMs = 24 * 60 * 60_000;

/** The row, leased to the one that writes it: the reconciler leaves it alone meanwhile. */
export function newMail(mail: MailContent): Put {
  const now = new Date();
  return {
    put: {
      pk: partition,
      sk: `${now.toISOString()}#${randomUUID()}`,
      ...mail,
      leaseUntil: now.getTime() + leaseMs,
      attempts: 1,
    },
  };
}

/** Every mail that nobody is at, oldest first. */
export async function* unclaimedMail(): AsyncGenerator<OutgoingMail> {
  const filter = "leaseUntil < :now";
  for await (const item of queryItems(partition, filter, { ":now": Date.now() }))
    yield { ...content.parse(item), ...row.parse(item) };
}

/** True for the one caller that may send it now. */
export const claim = ({ pk, sk, leaseUntil }: Row): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    expression: "SET leaseUntil = :next ADD attempts :one",
    condition: "leaseUntil = :seen",
    values: { ":next": Date.now() + leaseMs, ":one": 1, ":seen": leaseUntil },
  });

/** The try failed: anybody may make the next one, after a wait that doubles with each. */
export function release({ pk, sk }: Key, attempts: number): Promise<boolean> {
  const wait = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
  return updateItem({
    update: { pk, sk },
    expression: "SET leaseUntil = :next",
    condition: "attribute_exists(pk)",
    values: { ":next": Date.now() + wait },
  });
}

export const remove = ({ pk, sk }: Key): Promise<void> => deleteItem({ pk, sk });
