/**
 * The loop of both ways to pay. A customer has one checkout, and requests from several clicks, tabs and
 * devices may run concurrently: each reads the state, takes one step, and reads again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { canSubscribe, type Profile, readCustomer } from "#functions/customer/profile.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { BillingContact } from "#shared/customer/billing-contact.ts";
import type { InvoiceFields } from "#shared/invoice-fields.ts";
import { syncContract } from "../contract/sync-contract.ts";
import { saveContact } from "../customer/save-contact.ts";
import { StripeCallError } from "../stripe/call-error.ts";
import { type Checkout, readCheckout } from "./checkout-table.ts";
import { isAbandoned, settleCheckout } from "./settle.ts";

export interface Purchase {
  sub: string;
  contact: BillingContact;
  /** The texts on the first and all later invoices. Undefined keeps Stripe's. */
  invoiceFields: InvoiceFields | undefined;
  /** The price on the screen, for a payment by invoice. Stripe's page for a card shows the price itself. */
  shownYen?: number | undefined;
}

interface CheckoutState {
  profile: Profile;
  checkout: Checkout | undefined;
  /**
   * True once the request that started the attempt has had enough time: another request may then continue it.
   */
  canTakeOver: boolean;
}

interface RequestState {
  isFirstAttempt: boolean;
  /** The profile has the contact of this request. */
  isContactKept: boolean;
}

const maxRounds = 20;
const takeOverAfterTurns = 6;
const pauseMs = 120;

/**
 * Saves the contact once, then repeats `step` until it returns a result. `orElse` returns the result for a
 * plan that does not allow a purchase. Throws 401 for a closed account, 404 without a profile, 409 after too
 * many rounds.
 */
export async function repeatUntilDone<T>(
  { sub, contact }: Purchase,
  step: (state: CheckoutState) => Promise<T | undefined>,
  orElse: (profile: Profile, request: RequestState) => T | Promise<T | undefined>,
): Promise<T> {
  await syncFormerContract(sub);
  let isContactKept = false;
  for (let round = 0; round < maxRounds; round += 1) {
    // In this order: a profile that is read after a fulfilled checkout has its plan.
    const checkout = await readCheckout(sub);
    const stored = await readCustomer(sub);
    if (!stored) throw new HttpError("not_found");
    const { plan, closedAt, hasApiSecret, hasPrivateKey } = stored;
    if (closedAt !== undefined) throw new HttpError("unauthorized");
    if (!canSubscribe(stored)) {
      const answer = await orElse(stored, { isFirstAttempt: round === 0, isContactKept });
      if (answer !== undefined) return answer;
      continue;
    }
    // Specification section 2, /upgrade: the voice provider's credentials come before the payment.
    if (plan === "trial" && !(hasApiSecret && hasPrivateKey)) throw credentialsMissing();
    if (checkout && isAbandoned(checkout)) {
      // Stripe forgets its idempotency keys after a day: the same calls would create objects again.
      await settleCheckout(sub);
      continue;
    }
    // Only once: two tabs with two contacts would otherwise take turns.
    const profile = isContactKept ? stored : await saveContact(sub, stored, contact);
    if (!profile) continue;
    isContactKept = true;
    const state = { profile, checkout, canTakeOver: round >= takeOverAfterTurns };
    const answer = await pauseIfLocked(() => step(state));
    if (answer !== undefined) return answer;
  }
  throw new HttpError("conflict");
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

/**
 * Syncs the former contract: if it was on hold and has been paid, there is nothing to buy. Throws 409 while
 * it is on hold: once it is paid, the customer would have two contracts.
 */
async function syncFormerContract(sub: string): Promise<void> {
  const profile = await readCustomer(sub);
  if (profile?.plan !== "suspended" || profile.subscriptionId === undefined) return;
  const { subscription } = await syncContract(profile.subscriptionId);
  if (subscription.contract.state === "on-hold") throw contractIsOnHold();
}

const contractIsOnHold = (): HttpError =>
  new HttpError("conflict", {
    message:
      "現在のご契約が停止中のため、新しいご契約はお申し込みいただけません。「ご契約とお支払い」で、現在のご契約の状態をご確認ください。",
  });

const credentialsMissing = (): HttpError =>
  new HttpError("forbidden", {
    message: "Vonageの接続情報が登録されていません。アップグレードの最初の画面からお手続きください。",
  });

export const pause = (): Promise<undefined> => sleep(pauseMs, undefined);
