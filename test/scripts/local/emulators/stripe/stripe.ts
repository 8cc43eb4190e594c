/** The emulator over HTTP, the real SDK in front of it, and a portal that takes its webhooks. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { createStripeEmulator } from "#scripts/local/emulators/stripe/emulator.ts";
import { Scope } from "#scripts/local/scope.ts";
import { serveEmulator } from "#test/scripts/local/support/serve-emulator.ts";

export const secretKey = "sk_test_localportal0000000000";
export const webhookSecret = "whsec_localportal";
export const priceId = "price_standard_monthly";
export const registrationNumber = "T8000000000001";

const product = { id: "prod_standard", name: "スタンダードプラン" };

export interface Received {
  event: Stripe.Event;
  signature: string;
}

export async function startStripe() {
  const portal = await startPortal();
  const time = { now: Date.now() };
  const scope = new Scope();
  let origin = "";
  const emulator = createStripeEmulator({
    clock: () => time.now,
    secretKey,
    webhookSecret,
    webhookUrl: () => portal.url,
    webhookRetryDelays: [10, 30],
    hostedOrigin: () => origin,
    prices: [{ id: priceId, product, unitAmount: 11_000, interval: "month" }],
    registrationNumber,
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
    portal,
    stripe: client(),
    client,
    /** Moves the emulator's clock on. */
    pass: (seconds: number): void => {
      time.now += seconds * 1000;
    },
    async close() {
      await scope.close();
      await Promise.all([served.close(), portal.close()]);
    },
  };
}
export type StripeUnderTest = Awaited<ReturnType<typeof startStripe>>;

/** Takes webhooks as the portal does: checks the signature with the SDK, answers what it is told to. */
async function startPortal() {
  const received: Received[] = [];
  const answers: number[] = [];
  const sdk = new Stripe(secretKey);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signature = String(request.headers["stripe-signature"]);
    const body = Buffer.concat(chunks).toString();
    try {
      received.push({ event: sdk.webhooks.constructEvent(body, signature, webhookSecret), signature });
      response.writeHead(answers.shift() ?? 200).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    received,
    types: () => received.map(({ event }) => event.type),
    /** The next answers, instead of 200. */
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A card checkout of the standard plan, as the portal opens it. */
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
      locale: "ja",
      allowed_payment_method_types: ["card"],
      client_reference_id: "customer-1",
      metadata: { customerId: "C-1" },
      subscription_data: { metadata: { customerId: "C-1" } },
      success_url: "http://localhost:3000/upgrade/payment?uuid=u&session={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:3000/upgrade",
      ...changes,
    },
    options,
  );
}

/** Presses one of the hosted page's buttons. */
export function press(url: string, outcome: string, card = "visa"): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams({ outcome, card }), redirect: "manual" });
}
