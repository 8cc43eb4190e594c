/** Checks the site's first files, and that the price on the site is the price that Stripe charges. */
import * as z from "zod/mini";
import { callStripe } from "#functions/billing/stripe/client.ts";
import { send } from "#functions/platform/http.ts";
import { environment, optionalEnvironment } from "#functions/runtime/environment.ts";
import type { SiteConfig } from "#shared/site/site-config.ts";

const timeoutMs = 10_000;
type Price = SiteConfig["price"];

const config = z.object({
  userPoolId: z.string(),
  price: z.object({ amountYen: z.int(), interval: z.enum(["month", "year"]), taxRatePercent: z.number() }),
});

/** Returns the price of `/config.json`. Throws unless `/` is the site and `/config.json` names this user pool. */
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
