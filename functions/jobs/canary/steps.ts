/** The canary's steps: the site's first files, calls of the API through CloudFront, and Stripe's settings. */
import * as z from "zod/mini";
import { StripeCallError } from "#functions/billing/stripe/call-error.ts";
import { callStripe } from "#functions/billing/stripe/client.ts";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { send } from "#functions/platform/http.ts";
import { environment, optionalEnvironment } from "#functions/runtime/environment.ts";
import { downloadFile, type Endpoint, getUser, type ResponseOf, stripeWebhook } from "#shared/endpoints.ts";
import { type Price, price } from "#shared/site/site-config.ts";

const timeoutMs = 10_000;

const config = z.object({ userPoolId: z.string(), price });

/**
 * Returns the price of `/config.json`. Throws unless `/` is the site and `/config.json` names this user pool.
 */
export async function loadSite(siteUrl: string): Promise<Price> {
  const [page, settings] = await Promise.all([load("/", siteUrl), load("/config.json", siteUrl)]);
  if (!page.includes('id="root"')) throw new Error("/ is not the site");
  const { userPoolId, price } = config.parse(JSON.parse(settings));
  if (userPoolId !== environment("USER_POOL_ID")) {
    throw new Error("/config.json is of another deployment");
  }
  return price;
}

async function load(path: string, siteUrl: string): Promise<string> {
  const { status, text } = await send({ method: "GET", url: new URL(path, siteUrl), timeoutMs });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return text;
}

/** Throws if Stripe's price differs from the site's. Without `STRIPE_PRICE_ID` nobody can upgrade. */
export async function comparePrice(shown: Price): Promise<void> {
  const id = optionalEnvironment("STRIPE_PRICE_ID");
  if (id === undefined) return;
  const { active, currency, unit_amount, recurring } = await callStripe((stripe) =>
    stripe.prices.retrieve(id),
  );
  const isSame =
    active && currency === "jpy" && unit_amount === shown.amountYen && recurring?.interval === shown.interval;
  if (!isSame) throw new Error("the price on the site is not Stripe's");
}

/** Throws unless the API returns the profile of the signed-in customer. */
export async function readOwnProfile(siteUrl: string, loginId: string, idToken: string): Promise<void> {
  const { results } = await call(getUser, siteUrl, { name: loginId }, idToken);
  if (results.length !== 1) throw new Error("the canary's account is no customer");
}

/** Throws unless the plugin's URL returns a file; reads its first byte only. */
export async function fetchDownload(siteUrl: string, idToken: string): Promise<void> {
  const { result } = await call(downloadFile, siteUrl, { file_type: "plugin" }, idToken);
  const { status } = await send({
    method: "GET",
    url: new URL(result.url),
    headers: { range: "bytes=0-0" },
    timeoutMs,
  });
  if (status !== 206) throw new Error(`the plugin's link answers ${status}`);
}

async function call<E extends Endpoint>(
  endpoint: E,
  siteUrl: string,
  query: Record<string, string>,
  idToken: string,
): Promise<ResponseOf<E>> {
  const url = new URL(`${endpoint.path}?${new URLSearchParams(query)}`, siteUrl);
  const { status, text } = await send({
    method: "GET",
    url,
    headers: { authentication: idToken },
    timeoutMs,
  });
  if (status !== 200) throw new Error(`${endpoint.path}: ${status}`);
  return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
}

interface WebhookEndpoint {
  url: string;
  status: string;
  enabled_events: readonly string[];
}

/** The canary's first call to Stripe. Its error distinguishes a wrong key from an outage. */
export async function listWebhookEndpoints(): Promise<readonly WebhookEndpoint[]> {
  try {
    return (await callStripe((stripe) => stripe.webhookEndpoints.list({ limit: 100 }))).data;
  } catch (cause) {
    if (cause instanceof StripeCallError) throw new Error("Stripe does not answer", { cause });
    throw new Error("Stripe refuses our key, or it is not stored", { cause });
  }
}

/** Throws unless an endpoint is enabled for this site and receives every event that the portal handles. */
export function requireWebhook(siteUrl: string, endpoints: readonly WebhookEndpoint[]): void {
  const url = new URL(stripeWebhook.path, siteUrl).href;
  const ours = endpoints.filter((endpoint) => endpoint.url === url && endpoint.status === "enabled");
  if (ours.length === 0) throw new Error("Stripe has no enabled webhook endpoint for this site");
  const events = ours.flatMap((endpoint) => endpoint.enabled_events);
  const missing = events.includes("*") ? [] : webhookEvents.filter((event) => !events.includes(event));
  if (missing.length > 0) throw new Error(`the webhook endpoint misses ${missing.join(", ")}`);
}
