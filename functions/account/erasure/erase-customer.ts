/**
 * Erases a customer: data and account. Until the profile is gone, account and customer at Stripe stay as they are: a customer who
 * changed something meanwhile is not erased. The account is deleted last, and every step can be repeated, so that an interrupted
 * run is finished by the next one. The audit trail is kept: it has ids only.
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
import { findKnowledge } from "./known-account.ts";

export interface ErasureRequest {
  sub: string;
  /** Undefined for somebody whose account is gone. */
  loginId: string | undefined;
  /** Finds rows that have no key of the customer's. */
  findOthers?: (sub: string) => Promise<readonly Key[]>;
  /** An operator erases what is left of a customer whose profile is missing. */
  isProfileMissing?: boolean;
}

/** The customer cannot be erased now; nothing was erased. */
export class NotErasable extends Error {
  readonly reason: "payment-begun" | "profile-missing" | "refund-pending" | "subscribed";
  /**
   * `sub_... (active)` of each subscription; the id of a payment that is to be refunded, or of a refund that
   * has not arrived; what knows the customer whose profile is
   * missing.
   */
  readonly because: readonly string[];
  constructor(reason: NotErasable["reason"], because: readonly string[] = []) {
    super(`not erasable: ${reason} ${because.join(", ")}`);
    this.name = "NotErasable";
    this.reason = reason;
    this.because = because;
  }
}

/** Returns how many rows were deleted. Throws `NotErasable`; `TransactionCanceled` when the profile changed meanwhile. */
export async function eraseCustomer({
  sub,
  loginId,
  findOthers = async () => [],
  isProfileMissing = false,
}: ErasureRequest): Promise<number> {
  const { profile, checkout, stripeCustomers } = await requireErasable(sub, isProfileMissing);
  const ids = { customerId: profile?.customerId, stripeCustomerId: profile?.stripeCustomerId };
  const email = profile?.email ?? (loginId && (await readVerifiedEmail({ sub, loginId })));
  // An interrupted run may have come to its end but for the account.
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
  // An interrupted run no longer knows this customer: the check that was written with the erasure does it.
  for (const each of stripeCustomers) await eraseStripeCustomer(each);
  if (loginId !== undefined) await deleteAccount({ sub, loginId });
  await deleteItem(closureKey(sub));
  return rows;
}

/** Throws `NotErasable`. */
export async function requireErasable(sub: string, isProfileMissing = false) {
  const [profile, checkout] = await Promise.all([readCustomer(sub), readCheckout(sub)]);
  if (!isProfileMissing) await requireProfile(sub, profile);
  if (checkout?.state === "creating") throw new NotErasable("payment-begun");
  // The task would be erased with the customer, and the money kept.
  const toUndo = [...(await findPaymentsToUndo(sub)), ...(await findOpenRefunds(sub))];
  if (toUndo.length > 0) throw new NotErasable("refund-pending", toUndo);
  const stripeCustomers =
    profile || !isProfileMissing ? stripeCustomersOf(profile) : await searchCustomers(sub);
  await requireNoSubscription(stripeCustomers);
  return { profile, checkout, stripeCustomers };
}

/** Throws `NotErasable` for a customer whose profile is missing: it is proof of nothing. */
export async function requireProfile(sub: string, profile: Profile | undefined): Promise<void> {
  const knownBy = profile ? [] : await findKnowledge(sub);
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
  /** Receives the erasure mail. */
  email: string | undefined;
  checkout: Checkout | undefined;
  findOthers: NonNullable<ErasureRequest["findOthers"]>;
  /** The audit row. */
  erased: Put;
}

/** In one transaction, on the condition that neither profile nor checkout changed since they were read. */
const together = ["PROFILE", "SECRETS", "CHECKOUT"];

/**
 * Deletes the rows that only the profile leads to, then the profile and its pointers with the audit row and the mail, then everything
 * that the `sub` leads to. Tasks are deleted after the profile, so that a customer who cannot be erased keeps them. Returns the number
 * of rows.
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
  // A run that broke off after this has written it down already.
  const isWritten = deletes.length === 0 && audit.some(({ action }) => action === "erased");
  // A customer who began to pay since then is not erased either.
  const unpaid = core.some(({ sk }) => sk === "CHECKOUT") ? [] : [checkoutUnchanged(sub, undefined)];
  // Nor is an account whose owner has registered.
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
  // From here on, no row about the customer is added. One may have been since the first read, so this reads again.
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
 * The number's live request, if the customer had the code sent, or has used its verification (one of `used`). A number has no owner:
 * somebody else may be verifying it.
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

/** Conditional: a customer who changed something or started paying is not erased. */
function deletionOf({ pk, sk }: Row, profile: Profile | undefined, checkout: Checkout | undefined): Delete {
  const key = { delete: { pk, sk } };
  if (sk === "PROFILE")
    return { ...key, condition: "version = :seen", values: { ":seen": profile?.version ?? 0 } };
  if (sk === "CHECKOUT")
    return { ...key, condition: "attempt = :seen", values: { ":seen": checkout?.attempt ?? 0 } };
  return key;
}
