import { type Checkout, checkoutUnchanged } from "#functions/billing/checkout/checkout-table.ts";
import { type CustomerRows, readCustomerRows, readPendingRows } from "#functions/customer/customer-rows.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { erasedMail } from "#functions/mail/outbox.ts";
import { verificationKey } from "#functions/phone/verification-table.ts";
import {
  type Delete,
  deleteItem,
  type Key,
  type Put,
  type Row,
  writeIf,
  writeTogether,
} from "#functions/platform/table.ts";

interface RowsToErase {
  sub: string;
  profile: Profile | undefined;
  checkout: Checkout | undefined;
  others: readonly Key[];
  /** The audit row. */
  erased: Put;
}

/** In one transaction, on the condition that neither record nor checkout changed since they were read. */
const together = ["PROFILE", "SECRETS", "CHECKOUT"];

/**
 * Deletes the rows that only the record leads to, then the record and its pointers with the audit row and the mail that tells
 * of it, then what else is in the customer's partition, and rows that a request wrote meanwhile: without a record nothing is
 * written any more. Returns how many.
 */
export async function eraseRows(erasure: RowsToErase): Promise<number> {
  const { sub, profile, checkout, others, erased } = erasure;
  const { record, audit, pointer, phone, counters, ...pending } = await readCustomerRows(sub);
  const own = ownRequests(phone, sub, others);
  // Before the verifications, which tell whose it is; not one that somebody else has begun since it was read.
  for (const { pk, sk, lastSentAt } of own)
    await writeIf([{ delete: { pk, sk }, condition: "lastSentAt = :seen", values: { ":seen": lastSentAt } }]);
  const first = await deleteAll([...erasable(pending), ...counters, ...others]);
  const core = record.filter(({ sk }) => together.includes(sk));
  const deletes = [...core, ...pointer].map((row) => deletionOf(row, profile, checkout));
  const mail = profile ? [erasedMail(sub, profile.email)] : [];
  // A run that broke off after this has written it down already.
  const isWritten = deletes.length === 0 && audit.some(({ action }) => action === "erased");
  // A customer who began to pay since then is not erased either.
  const unpaid = core.some(({ sk }) => sk === "CHECKOUT") ? [] : [checkoutUnchanged(sub, undefined)];
  if (!isWritten) await writeTogether([...deletes, ...unpaid, erased, ...mail]);
  const rest = record.filter(({ sk }) => !together.includes(sk));
  const last = await deleteAll([...rest, ...erasable(await readPendingRows(sub))]);
  return first + own.length + deletes.length + last;
}

/**
 * The number's live request, if the customer had the code sent, or has used its verification (one of `used`). A number has no owner:
 * somebody else may be verifying it.
 */
export const ownRequests = (phone: readonly Row[], sub: string, used: readonly Key[]): Row[] =>
  phone.filter(
    ({ sentFor, requestId }) =>
      sentFor === sub || used.some(({ pk }) => pk === verificationKey(String(requestId)).pk),
  );

async function deleteAll(rows: readonly Key[]): Promise<number> {
  for (const row of rows) await deleteItem(row);
  return rows.length;
}

/** All but the mail that tells of the erasure: an earlier run may have written it. */
const erasable = ({ activity, outbox, work }: Pick<CustomerRows, "activity" | "outbox" | "work">): Row[] => [
  ...activity,
  ...outbox.filter(({ template }) => template !== "account-erased"),
  ...work,
];

/** Conditional: a customer who changed something or started paying is not erased. */
function deletionOf({ pk, sk }: Row, profile: Profile | undefined, checkout: Checkout | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version ?? 0 } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
