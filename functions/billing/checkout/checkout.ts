/**
 * Opens and continues a customer's checkout. A customer has one checkout, and requests from several clicks, tabs and devices
 * may run at once: each reads its state, takes one step, and reads again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { canSubscribe, type Profile, readCustomer } from "#functions/customer/profile.ts";
import { type PriceToPay, priceToPay } from "#functions/quotes/price-to-pay.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import type { InvoiceFields } from "#shared/contract.ts";
import type { BillingContact } from "#shared/customer/billing-contact.ts";
import { syncContract } from "../contract/sync-contract.ts";
import { keepContact } from "../customer/keep-contact.ts";
import { StripeCallError } from "../stripe/failure.ts";
import { expireSession, readSession } from "../stripe/sessions.ts";
import { createSubscription, openSession, writeBill } from "./attempt.ts";
import {
  type Checkout,
  claimCheckout,
  isPending,
  keepInvoiceFields,
  readCheckout,
} from "./checkout-table.ts";
import { fulfil, fulfilSession } from "./fulfil.ts";
import { isAbandoned, settleCheckout } from "./settle.ts";

export interface Purchase {
  sub: string;
  contact: BillingContact;
  /** The texts on the first and all later invoices. Undefined keeps Stripe's. */
  invoiceFields: InvoiceFields | undefined;
}

interface CheckoutState {
  profile: Profile;
  checkout: Checkout | undefined;
  /** True once the request that began the attempt has had enough time: another request may then continue it. */
  canTakeOver: boolean;
}

const maxRounds = 20;
const takeOverAfterTurns = 6;
const pauseMs = 120;

/**
 * Keeps the contact once, then repeats `step` until it returns a result. `orElse` answers for a plan that nobody can buy from.
 * Throws 401 for a closed account, 404 without a customer, 409 after too many rounds.
 */
async function repeatUntilDone<T>(
  { sub, contact }: Purchase,
  step: (state: CheckoutState) => Promise<T | undefined>,
  orElse: (profile: Profile, isFirstAttempt: boolean) => T,
): Promise<T> {
  let isContactKept = false;
  for (let round = 0; round < maxRounds; round += 1) {
    // In this order: a checkout that is fulfilled is part of the record that is read after it.
    const checkout = await readCheckout(sub);
    const stored = await readCustomer(sub);
    if (!stored) throw new ApiError("not_found");
    const { plan, closedAt, hasApiSecret, hasPrivateKey } = stored;
    if (closedAt !== undefined) throw new ApiError("unauthorized");
    if (!canSubscribe(stored)) return orElse(stored, round === 0);
    // Specification section 2, /upgrade: the voice provider's credentials come before the payment.
    if (plan === "trial" && !(hasApiSecret && hasPrivateKey)) throw credentialsMissing();
    if (checkout && isAbandoned(checkout)) {
      // Stripe forgets its keys after a day: under them, the same would be made again.
      await settleCheckout(sub);
      continue;
    }
    // Once, so that two tabs with two contacts do not take turns.
    const profile = isContactKept ? stored : await keepContact(sub, stored, contact);
    if (!profile) continue;
    isContactKept = true;
    const state = { profile, checkout, canTakeOver: round >= takeOverAfterTurns };
    const answer = await pauseIfLocked(() => step(state));
    if (answer !== undefined) return answer;
  }
  throw new ApiError("conflict");
}

/** Another request is making the same Stripe call: the next round sees its result. */
async function pauseIfLocked<T>(step: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StripeCallError && error.isInUse) return pause();
    throw error;
  }
}

export interface OpenCheckout {
  sessionId: string;
  /** Stripe's payment page, or our return page if the session was paid already. */
  url: string;
  successPath: string;
}

type ReturnPaths = Pick<Checkout, "successPath" | "cancelPath">;

/** A contract that was given up may have been paid after all: then there is nothing to buy. */
async function syncFormerContract(sub: string): Promise<void> {
  const profile = await readCustomer(sub);
  if (profile?.plan === "suspended" && profile.subscriptionId !== undefined)
    await syncContract(profile.subscriptionId);
}

/** Returns the customer's open Checkout Session, which another tab or device may have opened. `siteUrl` is the site's origin. */
export async function openCardCheckout(
  purchase: Purchase,
  returnPaths: ReturnPaths,
  siteUrl: string,
): Promise<OpenCheckout> {
  const { sub, contact, invoiceFields } = purchase;
  await syncFormerContract(sub);
  return repeatUntilDone(
    purchase,
    async ({ profile, checkout, canTakeOver }) => {
      if (isPending(checkout) && checkout.mode === "invoice") {
        await finishInvoice(checkout, profile, canTakeOver);
        return undefined;
      }
      if (checkout?.state === "creating" && !canTakeOver) return pause();
      const price = await priceToPay(sub, profile);
      if (checkout?.state === "open" && !(await expireAtOtherPrice(checkout, price))) {
        // The page that is open makes the invoice when it is paid.
        const latest = await keepInvoiceFields(checkout, invoiceFields);
        if (!latest) return undefined;
        if (await writeBill(profile.stripeCustomerId ?? "", latest, profile)) return reopen(latest, siteUrl);
        // The page of a customer who was deleted at Stripe cannot be paid: another attempt creates another customer.
        await expireSession(latest.sessionId ?? "");
      }
      const attempt =
        checkout?.state === "creating"
          ? await keepInvoiceFields(checkout, invoiceFields)
          : await claimCheckout(sub, checkout, {
              mode: "card",
              contact,
              invoiceFields,
              price,
              ...returnPaths,
            });
      const page = attempt && (await openSession(attempt, profile));
      return page && { sessionId: page.id, url: page.url, successPath: attempt.successPath };
    },
    () => {
      throw new ApiError("forbidden");
    },
  );
}

/** True if the session was at another price than the screen shows by now, and can no longer be paid. */
async function expireAtOtherPrice(checkout: Checkout, { id, amountYen }: PriceToPay): Promise<boolean> {
  const { price } = checkout;
  if (price.id === id && price.amountYen === amountYen) return false;
  return expireSession(checkout.sessionId ?? "");
}

async function reopen(
  { sub, sessionId = "", successPath }: Checkout,
  siteUrl: string,
): Promise<OpenCheckout | undefined> {
  const session = await readSession(sessionId);
  if (session.state === "open") return { sessionId, url: session.url, successPath };
  // The return page waits for the result.
  if (session.state === "processing") return { sessionId, url: `${siteUrl}${successPath}`, successPath };
  const outcome = await fulfilSession(sub, session);
  return outcome === "fulfilled" ? { sessionId, url: `${siteUrl}${successPath}`, successPath } : undefined;
}

/** Returns the profile on the standard plan: by this invoice, or by a card payment that completed before. */
export async function payByInvoice(purchase: Purchase): Promise<Profile> {
  const { sub, contact, invoiceFields } = purchase;
  await syncFormerContract(sub);
  return repeatUntilDone<Profile>(
    purchase,
    async ({ profile, checkout, canTakeOver }) => {
      if (isPending(checkout) && checkout.mode === "invoice") {
        if (!canTakeOver) return pause();
        const latest = await keepInvoiceFields(checkout, invoiceFields);
        return latest && finishInvoice(latest, profile, true);
      }
      if (checkout?.state === "creating") {
        if (!canTakeOver) return pause();
        await openSession(checkout, profile);
        return undefined;
      }
      if (checkout?.state === "open" && !(await expireCardSession(checkout))) return undefined;
      const price = await priceToPay(sub, profile);
      const params = {
        mode: "invoice",
        contact,
        invoiceFields,
        price,
        successPath: "",
        cancelPath: "",
      } as const;
      const attempt = await claimCheckout(sub, checkout, params);
      return attempt && finishInvoice(attempt, profile, true);
    },
    (profile, isFirstAttempt) => {
      const { plan, paymentType } = profile;
      // Not one that an operator gave without a payment.
      const isBought = paymentType === "invoice" || (paymentType === "card" && !isFirstAttempt);
      if (plan === "standard" && isBought) return profile;
      throw new ApiError("forbidden");
    },
  );
}

async function finishInvoice(checkout: Checkout, profile: Profile, canTakeOver: boolean): Promise<undefined> {
  if (!canTakeOver) return pause();
  await fulfil(checkout.sub, await createSubscription(checkout, profile));
  return undefined;
}

/** True if the session can no longer be paid. A paid session is fulfilled instead. Throws 409 while the payment is processing. */
async function expireCardSession({ sub, sessionId = "" }: Checkout): Promise<boolean> {
  if (await expireSession(sessionId)) return true;
  const outcome = await fulfilSession(sub, await readSession(sessionId));
  if (outcome === "processing") throw new ApiError("conflict");
  return false;
}

const credentialsMissing = (): ApiError =>
  new ApiError("forbidden", {
    message: "音声プロバイダー情報が登録されていません。アップグレードの最初の画面からお手続きください。",
  });

const pause = (): Promise<undefined> => sleep(pauseMs, undefined);
