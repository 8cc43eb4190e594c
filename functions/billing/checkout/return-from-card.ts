import { canSubscribe, type Profile, readCustomer } from "#functions/customer/profile.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { readCheckout } from "./checkout-table.ts";
import { type CheckoutOutcome, fulfilCard } from "./fulfil.ts";

/**
 * Fulfils the payment after the browser returned from Stripe's page. Returns the profile with the standard
 * plan. Throws 402 if the session was not paid, 403 if nothing can be bought, 404 without a profile, 409
 * while the payment is processing.
 */
export async function returnFromCard(sub: string): Promise<Profile> {
  const profile = await customerOf(sub);
  if (profile.plan === "standard" && profile.paymentType === "card") return profile;
  if (!canSubscribe(profile)) throw new HttpError("forbidden");
  const checkout = await readCheckout(sub);
  if (checkout?.sessionId === undefined) throw new HttpError("payment_required");
  const outcome = await fulfilCard(sub, checkout.sessionId);
  if (outcome !== "fulfilled") throw notPaid(outcome);
  const after = await customerOf(sub);
  // That session paid for the contract that has ended.
  if (after.plan !== "standard") throw new HttpError("payment_required");
  return after;
}

function notPaid(outcome: Exclude<CheckoutOutcome, "fulfilled">): HttpError {
  if (outcome === "duplicate") return new HttpError("forbidden");
  if (outcome !== "processing") return new HttpError("payment_required");
  return new HttpError("conflict", { message: "お支払いの結果を確認しています。しばらくお待ちください。" });
}

async function customerOf(sub: string): Promise<Profile> {
  const profile = await readCustomer(sub);
  if (!profile) throw new HttpError("not_found");
  return profile;
}
