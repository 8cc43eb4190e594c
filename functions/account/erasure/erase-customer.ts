/**
 * Erases a customer's data and account. Until the profile is deleted, the account and the Stripe customer
 * stay unchanged: a customer who changes something meanwhile is not erased. The account is deleted last and
 * every step can be repeated, so that the next run completes an interrupted one. The audit trail is kept: it
 * contains ids only.
 */
import {
  type Checkout,
  checkoutUnchanged,
  readCheckout,
} from "#functions/billing/checkout/checkout-table.ts";
import { expireOpenCheckoutSessions } from "#functions/billing/stripe/checkout-sessions.ts";
import { eraseStripeCustomer, searchCustomers } from "#functions/billing/stripe/customers.ts";
import { listLiveSubscriptions } from "#functions/billing/stripe/subscriptions.ts";
import {
  erasedCustomerTask,
  findOpenRefunds,
  findPaymentsToUndo,
} from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { type CustomerRows, readCustomerRows } from "#functions/customer/customer-rows.ts";
import { notRegistered, type Profile, readCustomer } from "#functions/customer/profile.ts";
import { erasedMail } from "#functions/mail/outbox.ts";
import { verificationKey } from "#functions/phone/verification-table.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { customerErased } from "#functions/platform/erased-customers.ts";
import {
  type Delete,
  deleteItem,
  type Key,
  type Put,
  putEvenIfErased,
  type Row,
  transactWrite,
  tryTransactWrite,
} from "#functions/platform/table.ts";
import { deleteAccount, disableAccount, readVerifiedEmail } from "#functions/platform/user-pool.ts";
import { closureKey } from "../closing/closure-table.ts";
import { findTraces } from "./known-account.ts";

interface ErasureRequest {
  sub: string;
  /** Undefined if the account is deleted. */
  loginId: string | undefined;
  /** Finds rows whose keys do not contain the `sub`. */
  findOthers?: (sub: string) => Promise<readonly Key[]>;
  /** True if an operator erases the remaining data of a customer whose profile is missing. */
  isProfileMissing?: boolean;
}

/** The customer cannot be erased now; nothing was erased. */
export class NotErasable extends Error {
  readonly reason: "payment-begun" | "profile-missing" | "refund-pending" | "subscribed";
  /**
   * `sub_... (active)` of each subscription; the id of a payment to refund, or of a refund that has not
   * arrived; the proof that a customer without a profile registered.
   */
  readonly because: readonly string[];
  constructor(reason: NotErasable["reason"], because: readonly string[] = []) {
    super(`not erasable: ${reason} ${because.join(", ")}`);
    this.name = "NotErasable";
    this.reason = reason;
    this.because = because;
  }
}

/**
 * Returns the number of deleted rows. Throws `NotErasable`, and `TransactionCanceled` if the profile changed
 * meanwhile.
 */
export async function eraseCustomer({
  sub,
  loginId,
  findOthers = async () => [],
  isProfileMissing = false,
}: ErasureRequest): Promise<number> {
  const { profile, checkout, stripeCustomers } = await requireErasable(sub, isProfileMissing);
  const ids = { customerId: profile?.customerId, stripeCustomerId: profile?.stripeCustomerId };
  const email = profile?.email ?? (loginId && (await readVerifiedEmail({ sub, loginId })));
  // An interrupted run may have erased everything but the account.
  await putEvenIfErased(auditRow(sub, { action: "erasure-begun", ...ids }).put);
  for (const each of stripeCustomers) await expireOpenCheckoutSessions(each);
  // A session may have been paid a moment ago.
  await requireNoSubscription(stripeCustomers);
  const rows = await eraseRows({
    sub,
    profile,
    stripeCustomers,
    email,
    checkout,
    findOthers,
    erased: auditRow(sub, { action: "erased", ...ids }),
  });
  if (loginId !== undefined) await disableAccount({ sub, loginId });
  // The task `erased-customer`, written with the erasure, does this for an interrupted run.
  for (const each of stripeCustomers) await eraseStripeCustomer(each);
  if (loginId !== undefined) await deleteAccount({ sub, loginId });
  await deleteItem(closureKey(sub));
  return rows;
}

/** Throws `NotErasable` unless the customer can be erased now. */
export async function requireErasable(sub: string, isProfileMissing = false) {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (!isProfileMissing) await requireProfile(sub, profile);
  if (checkout?.state === "creating") throw new NotErasable("payment-begun");
  // The erasure would delete the refund's task, and the customer would not get the money back.
  const toUndo = [...(await findPaymentsToUndo(sub)), ...(await findOpenRefunds(sub))];
  if (toUndo.length > 0) throw new NotErasable("refund-pending", toUndo);
  const stripeCustomers =
    profile || !isProfileMissing ? stripeCustomersOf(profile) : await searchCustomers(sub);
  await requireNoSubscription(stripeCustomers);
  return { profile, checkout, stripeCustomers };
}

/** Throws `NotErasable` for a customer whose profile is missing: absence is no proof. */
export async function requireProfile(sub: string, profile: Profile | undefined): Promise<void> {
  const knownBy = profile ? [] : await findTraces(sub);
  if (knownBy.length > 0) throw new NotErasable("profile-missing", knownBy);
}

const stripeCustomersOf = (profile: Profile | undefined): string[] =>
  profile?.stripeCustomerId === undefined ? [] : [profile.stripeCustomerId];

async function requireNoSubscription(stripeCustomers: readonly string[]): Promise<void> {
  const live = (await Promise.all(stripeCustomers.map(listLiveSubscriptions))).flat();
  if (live.length > 0)
    throw new NotErasable(
      "subscribed",
      live.map(({ id, status }) => `${id} (${status})`),
    );
}

interface RowsToErase {
  sub: string;
  profile: Profile | undefined;
  stripeCustomers: readonly string[];
  /** Address of the mail about the erasure. */
  email: string | undefined;
  checkout: Checkout | undefined;
  findOthers: NonNullable<ErasureRequest["findOthers"]>;
  /** The audit row. */
  erased: Put;
}

/** Rows that are deleted in one transaction, if neither profile nor checkout changed since they were read. */
const together = ["PROFILE", "SECRETS", "CHECKOUT"];

/**
 * Deletes the rows that are found by the profile only; then the profile and its pointers, together with the
 * audit row and the mail; then all rows that are found by the `sub`. Tasks are deleted after the profile, so
 * that a customer who cannot be erased keeps them. Returns the number of rows.
 */
async function eraseRows(erasure: RowsToErase): Promise<number> {
  const { sub, profile, stripeCustomers, email, checkout, findOthers, erased } = erasure;
  const { customerRows, audit, pointer, phone, counters } = await readCustomerRows(sub);
  const own = ownRequests(phone, sub, await findOthers(sub));
  // Before the verifications, which identify the owner; skips newer requests.
  for (const { pk, sk, lastSentAt } of own)
    await tryTransactWrite([
      { delete: { pk, sk }, condition: "lastSentAt = :seen", values: { ":seen": lastSentAt } },
    ]);
  const first = await deleteAll(counters);
  const core = customerRows.filter(({ sk }) => together.includes(sk));
  const deletes = [...core, ...pointer].map((row) => deletionOf(row, profile, checkout));
  const mail = email ? [erasedMail(sub, email)] : [];
  const again = stripeCustomers.map((each) => erasedCustomerTask(sub, each));
  // An interrupted run may have written the audit row.
  const isWritten = deletes.length === 0 && audit.some(({ action }) => action === "erased");
  // Refused if the customer has started a payment since then.
  const unpaid = core.some(({ sk }) => sk === "CHECKOUT") ? [] : [checkoutUnchanged(sub, undefined)];
  // Refused if the owner has registered since then.
  const unregistered = core.some(({ sk }) => sk === "PROFILE") ? [] : [notRegistered(sub)];
  if (!isWritten)
    await transactWrite([
      ...deletes,
      ...unpaid,
      ...unregistered,
      customerErased(sub, profile !== undefined),
      erased,
      ...mail,
      ...again,
    ]);
  // From here on, no row about the customer can be added. Reads again, because one may have been added since
  // the first read.
  const left = await readCustomerRows(sub);
  const last = await deleteAll([
    ...left.customerRows,
    ...left.counters,
    ...(await findOthers(sub)),
    ...erasable(left),
  ]);
  return first + own.length + deletes.length + last;
}

/**
 * Returns the number's active Vonage request, if the customer requested its code or used its verification
 * (one of `used`). Several people can verify the same number.
 */
export const ownRequests = (phone: readonly Row[], sub: string, used: readonly Key[]): Row[] =>
  phone.filter(
    ({ sentFor, verificationId }) =>
      sentFor === sub || used.some(({ pk }) => pk === verificationKey(String(verificationId)).pk),
  );

async function deleteAll(rows: readonly Key[]): Promise<number> {
  for (const row of rows) await deleteItem(row);
  return rows.length;
}

/** All rows except those that the erasure writes: its mail, and its Stripe task. */
const erasable = ({ activity, outbox, work }: Pick<CustomerRows, "activity" | "outbox" | "work">): Row[] => [
  ...activity,
  ...outbox.filter(({ template }) => template !== "account-erased"),
  ...work.filter(({ kind }) => kind !== "erased-customer"),
];

/** Refused if the customer changed the profile or started a payment since they were read. */
function deletionOf({ pk, sk }: Row, profile: Profile | undefined, checkout: Checkout | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version ?? 0 } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
