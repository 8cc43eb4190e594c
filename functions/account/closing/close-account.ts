import { type Checkout, isPending, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { findUnpaidInvoice } from "#functions/billing/stripe/invoice-list.ts";
import { profileMissing } from "#functions/customer/missing-profile.ts";
import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import type { SignedInCaller } from "#functions/customer/signed-in.ts";
import { deliver } from "#functions/mail/mailer.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { accountMails } from "#functions/mail/texts/account-mail.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
import { findTraces } from "../erasure/known-account.ts";
import { type Closure, newClosure, readClosure, recordClosure } from "./closure-table.ts";
import { endAccount } from "./end-account.ts";

/**
 * Closes the caller's account, with or without a profile. A repeated call changes nothing and returns the
 * same closure. `shownPlan`: the plan on the screen, if it shows one. Throws 401 for a deleted account, 409
 * if the plan has changed, 409 `open_invoice` while an invoice is unpaid, 409 while a payment starts, 502 if
 * Stripe does not answer, 503 for a customer whose profile is missing.
 */
export async function closeAccount(caller: SignedInCaller, shownPlan?: string): Promise<Closure> {
  const { sub, loginId } = caller;
  const profile = await readCustomer(sub);
  const earlier = profile && profile.closedAt === undefined ? undefined : await readCustomerClosure(sub);
  if (earlier) return earlier;
  if (!profile) await requireNoTraces(sub);
  const to = profile?.email ?? caller.verifiedEmail;
  if (to === undefined) throw new HttpError("unauthorized");
  const { plan } = profile ?? {};
  if (shownPlan !== undefined && shownPlan !== plan) throw planHasChanged();
  const checkout = profile && (await requireNothingOwed(sub, profile));
  const closure = newClosure(sub, loginId);
  const hadContract = plan !== undefined && plan !== "trial";
  const content = {
    template: "account-closed",
    customer: sub,
    to,
    eraseAt: closure.eraseAt,
    hadContract,
  } as const;
  const mail = newMail(content);
  if (!(await recordClosure(closure, { sub, profile, checkout, mail }))) {
    const other = await readCustomerClosure(sub);
    if (other) return other;
    throw new HttpError("conflict");
  }
  // One attempt: the reconciler repeats it in any case.
  const ending = runAndLogFailure("closing is left to the reconciler", () => endAccount({ sub, loginId }), {
    customer: sub,
  });
  const text = accountMails["account-closed"](profile, content);
  await Promise.all([ending, deliver(to, text, mail.put)]);
  return closure;
}

/** Throws 503 for a customer whose profile is missing: the closing would leave a contract behind. */
async function requireNoTraces(sub: string): Promise<void> {
  const knownBy = await findTraces(sub);
  if (knownBy.length > 0) throw profileMissing(sub, knownBy);
}

/** Returns the closure of a closed account. Undefined for an abandoned one, which can still register. */
async function readCustomerClosure(sub: string): Promise<Closure | undefined> {
  const closure = await readClosure(sub);
  return closure?.state === "abandoned" ? undefined : closure;
}

/** The plan changed in another tab, e.g. by a payment, which the closing would lose. */
const planHasChanged = (): HttpError =>
  new HttpError("conflict", {
    message:
      "この画面を開いたあとに、ご契約の内容が変わっています。「ご契約とお支払い」で最新の内容をご確認のうえ、もう一度お手続きください。",
  });

/**
 * Throws 409 while an invoice is unpaid or a payment starts. Returns the checkout, which must not change
 * until the account is closed.
 */
async function requireNothingOwed(sub: string, { stripeCustomerId }: Profile): Promise<Checkout | undefined> {
  const checkout = await readCheckout(sub);
  if (isPending(checkout) && checkout.state === "creating")
    throw new HttpError("conflict", {
      message: "お支払いの手続きが進行中です。15分ほどおいて、もう一度お試しください。",
    });
  const unpaid = stripeCustomerId === undefined ? undefined : await findUnpaidInvoice(stripeCustomerId);
  if (unpaid === "draft")
    throw new HttpError("open_invoice", {
      message: "請求書を発行しているところです。1時間ほどおいて、もう一度お試しください。",
    });
  if (unpaid === "open") throw new HttpError("open_invoice");
  return checkout;
}
