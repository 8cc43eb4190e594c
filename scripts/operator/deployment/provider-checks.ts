/** Checks of the accounts at Stripe, Vonage and the National Tax Agency before a deployment. */
import { Vonage } from "@vonage/server-sdk";
import Stripe from "stripe";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { findCorporation } from "#functions/customer/corporations.ts";
import type { HttpError } from "#functions/runtime/http-error.ts";
import type { Environment } from "#infra/environment.ts";
import { stripeAt } from "../stripe/client.ts";
import { type Check, type Finding, fix, ok, unknown } from "./check.ts";
import { checkRegistrationNumber } from "./registration-number.ts";

export function providerChecks(environment: Environment, env: NodeJS.ProcessEnv): Check[] {
  const { stripePriceId, taxAgencyApplicationId } = environment;
  const key = env.STRIPE_SECRET_KEY;
  const withStripe = (run: (stripe: Stripe) => Promise<Finding>) => async () =>
    key ? run(stripeAt(key, env.STRIPE_API_URL)) : unknown("Set STRIPE_SECRET_KEY to have it checked.");
  return [
    { title: "Stripe key", run: async () => checkKey(environment, key) },
    { title: "Stripe price", run: withStripe((stripe) => checkPrice(stripe, environment, stripePriceId)) },
    {
      title: "Stripe registration number",
      run: withStripe((stripe) => checkRegistrationNumber(stripe, environment.registrationNumber)),
    },
    { title: "Stripe webhook", run: withStripe((stripe) => checkWebhook(stripe, environment)) },
    { title: "Vonage application", run: () => checkVonage(env) },
    { title: "Tax Agency", run: () => checkTaxAgency(taxAgencyApplicationId) },
  ];
}

/** A live key in prod and a test key everywhere else. */
export function checkKey({ name }: Environment, key: string | undefined): Finding {
  if (!key) return unknown("Set STRIPE_SECRET_KEY to have Stripe checked.");
  const mode = /^(?:sk|rk)_(live|test)_/.exec(key)?.[1];
  const wanted = name === "prod" ? "live" : "test";
  if (mode === wanted) return ok(`A ${mode} key.`);
  return fix(`${name} needs a ${wanted} key, sk_${wanted}_... or rk_${wanted}_....`);
}

/** The site shows `price`, and Stripe charges its own: both must be the same. */
async function checkPrice(
  stripe: Stripe,
  { price: { amountYen, interval } }: Environment,
  id: string | undefined,
): Promise<Finding> {
  if (!id) return fix("Run npm run setup:stripe, and write stripePriceId.");
  const price = await stripe.prices.retrieve(id).catch(undefinedIfMissing);
  if (!price)
    return fix(`Stripe has no price ${id} in this mode: run npm run setup:stripe, and write stripePriceId.`);
  const differences = [
    price.active ? "" : "it is archived",
    price.currency === "jpy" && price.unit_amount === amountYen
      ? ""
      : `it is ${price.unit_amount} ${price.currency}`,
    price.recurring?.interval === interval && price.recurring.interval_count === 1
      ? ""
      : "its interval differs",
    price.tax_behavior === "inclusive" ? "" : "tax is not included in it",
  ].filter((each) => each !== "");
  if (differences.length === 0) return ok(`${amountYen} yen a ${interval}, tax included.`);
  return fix(
    `infra/config.ts says ${amountYen} yen a ${interval}, tax included; of ${id}, ${differences.join(", ")}.`,
  );
}

async function checkWebhook(stripe: Stripe, { domain }: Environment): Promise<Finding> {
  const name = domain?.names[0];
  if (!name)
    return unknown("Without a domain the address is known after the deployment: npm run setup:stripe.");
  const url = `https://${name}/api/stripe/webhook`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((each) => each.url === url && each.status === "enabled");
  if (!endpoint) return fix(`Run npm run setup:stripe: no enabled webhook endpoint has the address ${url}.`);
  const enabled = endpoint.enabled_events;
  const missing = enabled.includes("*") ? [] : webhookEvents.filter((each) => !enabled.includes(each));
  if (missing.length > 0)
    return fix(`Run npm run setup:stripe: the endpoint does not send ${missing.join(", ")}.`);
  return ok(url);
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return;
  throw error;
}

/** Source: Vonage, Application API v2. */
async function checkVonage(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { VONAGE_APPLICATION_ID: id, VONAGE_KEY: apiKey, VONAGE_SECRET: apiSecret } = env;
  if (!id || !apiKey || !apiSecret) {
    return unknown("Set VONAGE_APPLICATION_ID, VONAGE_KEY and VONAGE_SECRET to have it checked.");
  }
  const vonage = new Vonage({ apiKey, apiSecret }, env.VONAGE_API_URL ? { apiHost: env.VONAGE_API_URL } : {});
  const { capabilities } = await vonage.applications.getApplication(id);
  if (!capabilities?.verify) return fix(`Switch Verify on for the Vonage application ${id}.`);
  return ok(`Application ${id} has Verify.`);
}

/** The agency's own number. */
const wellKnown = "7000012050002";

async function checkTaxAgency(applicationId: string | undefined): Promise<Finding> {
  if (!applicationId) {
    return unknown("Without taxAgencyApplicationId only the check digit of a corporate number is checked.");
  }
  const found = await findCorporation(wellKnown, applicationId).catch((error: HttpError) => error);
  // The agency's maintenance stops no deployment.
  if (found instanceof Error)
    return unknown(
      `There is no answer (${found.cause}): until there is one, only the check digit of a corporate number is checked.`,
    );
  if (!found)
    return fix("The agency does not know its own number under taxAgencyApplicationId: ask it again.");
  return ok(`It answers for ${found.name}.`);
}
