/** The emulator over HTTP, the real SDK in front of it, and a portal that takes its webhooks. */
import Stripe from "stripe";
import { createStripeEmulator } from "#scripts/local/emulators/stripe/emulator.ts";
import { Scope } from "#scripts/local/scope.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

export const secretKey = "sk_test_localportal0000000000";
export const priceId = "price_standard_monthly";

const product = { id: "prod_standard", name: "スタンダードプラン" };

export async function startStripe() {
  const time = { now: Date.now() };
  const scope = new Scope();
  let origin = "";
  /** The next answers of the portal, instead of 200. */
  const answers: number[] = [];
  const emulator = createStripeEmulator({
    clock: () => time.now,
    secretKey,
    webhookSecret: "whsec_localportal",
    webhookUrl: () => "http://localhost:3000/api/stripe/webhook",
    deliverWebhook: async () => answers.shift() ?? 200,
    webhookRetryDelays: [10, 30],
    hostedOrigin: () => origin,
    prices: [{ id: priceId, product, unitAmount: 11_000, interval: "month" }],
    scope,
  });
  const served = await serveEmulator({ ...emulator, handle: (request) => emulator.handle(request) });
  origin = served.url;
  const { hostname, port } = new URL(origin);
  const client = (key = secretKey, maxNetworkRetries = 0) =>
    new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries });
  return {
    emulator,
    origin,
    answers,
    stripe: client(),
    client,
    /** Moves the emulator's clock on. */
    pass: (seconds: number): void => {
      time.now += seconds * 1000;
    },
    close: () => Promise.all([scope.close(), served.close()]),
  };
}
export type StripeUnderTest = Awaited<ReturnType<typeof startStripe>>;

/** A card checkout of the standard plan. */
export function openCheckout(
  stripe: Stripe,
  changes: Stripe.Checkout.SessionCreateParams = {},
  options: Stripe.RequestOptions = {},
) {
  return stripe.checkout.sessions.create(
    {
      mode: "subscription",
      line_items: [{ price: priceId, quantity: 1 }],
      automatic_tax: { enabled: true },
      success_url: "http://localhost:3000/upgrade/payment?session={CHECKOUT_SESSION_ID}",
      ...changes,
    },
    options,
  );
}
