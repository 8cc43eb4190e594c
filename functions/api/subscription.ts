import { readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { fulfilCard, type Outcome } from "#functions/billing/checkout/fulfil.ts";
import { payByInvoice } from "#functions/billing/checkout/invoice-subscription.ts";
import { canSubscribe, type Profile, readCustomer } from "#functions/customer/profile.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { invoiceFieldsIn } from "#shared/contract.ts";
import { fromBillingParameters } from "#shared/customer/billing-contact.ts";
import { type ResponseOf, subscription } from "#shared/endpoints.ts";
import { paymentTypes } from "#shared/enums.ts";

export const handler = serveSignedIn(subscription, async ({ body }, { caller }) => {
  await count(customerLimit("PAYMENT", caller.sub));
  switch (body.mode) {
    case "card":
      return resultOf(await payByCard(caller.sub));
    case "invoice":
      return resultOf(
        await payByInvoice({
          sub: caller.sub,
          contact: fromBillingParameters(body),
          invoiceFields: invoiceFieldsIn(body),
          shownYen: body.price_yen,
        }),
      );
  }
});

/** The browser returned from Stripe. Stripe says whether the session was paid. */
async function payByCard(sub: string): Promise<Profile> {
  const profile = await customerOf(sub);
  if (profile.plan === "standard" && profile.paymentType === "card") return profile;
  if (!canSubscribe(profile)) throw new ApiError("forbidden");
  const checkout = await readCheckout(sub);
  if (checkout?.sessionId === undefined) throw new ApiError("payment_required");
  const outcome = await fulfilCard(sub, checkout.sessionId);
  if (outcome !== "fulfilled") throw notPaid(outcome);
  const after = await customerOf(sub);
  // That session paid for the contract that has ended.
  if (after.plan !== "standard") throw new ApiError("payment_required");
  return after;
}

function notPaid(outcome: Exclude<Outcome, "fulfilled">): ApiError {
  if (outcome === "duplicate") return new ApiError("forbidden");
  if (outcome !== "processing") return new ApiError("payment_required");
  return new ApiError("conflict", { message: "お支払いの結果を確認しています。しばらくお待ちください。" });
}

async function customerOf(sub: string): Promise<Profile> {
  const profile = await readCustomer(sub);
  if (!profile) throw new ApiError("not_found");
  return profile;
}

function resultOf({ plan, paymentType }: Profile): ResponseOf<typeof subscription> {
  const known = paymentTypes.find((each) => each === paymentType);
  if (!known) throw new Error("A standard customer without a way to pay");
  return { result: { plan, paymentType: known } };
}
