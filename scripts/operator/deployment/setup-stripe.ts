/**
 * `npm run setup:stripe -- -c env=prod [--outputs outputs.json]`: the product, its price, the tax settings, the seller's
 * registration number and the webhook endpoint of an environment, in the account of STRIPE_SECRET_KEY. Can be run again: it changes only what differs.
 * With the outputs of a deployment it stores the secret as well. Source: Stripe API reference.
 */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type Stripe from "stripe";
import * as z from "zod/mini";
import { checked, type Environment, SettingsError } from "../../../infra/config.ts";
import { webhookEvents } from "../../../infra/settings/stripe.ts";
import { productName } from "../../../shared/product.ts";
import { CommandRefused } from "../command.ts";
import { namesIn } from "../outputs.ts";
import { stripeAt } from "../stripe/client.ts";
import { chosenEnvironment } from "./environment.ts";
import { checkKey } from "./provider-checks.ts";
import { keepRegistrationNumber } from "./registration-number.ts";

/** Software as a service for business use. Source: Stripe, product tax codes. */
const taxCode = "txcd_10103001";
const productId = "telephony-plugin-standard";

export async function setUpStripe(args: readonly string[], env = process.env): Promise<void> {
  const { environment, outputs } = chosenEnvironment(args);
  // Everything else comes first: the price is created with the amount of the settings.
  checked({ stripePriceId: "price_to_be_created", ...environment });
  const key = env.STRIPE_SECRET_KEY;
  if (!key) throw new CommandRefused("Set STRIPE_SECRET_KEY.");
  const { status, sentence } = checkKey(environment, key);
  if (status !== "ok") throw new CommandRefused(sentence);
  const stripe = stripeAt(key, env.STRIPE_API_URL);
  await keepTaxSettings(stripe);
  const { registrationNumber } = environment;
  if (registrationNumber !== undefined) {
    console.log(`Registration number: ${await keepRegistrationNumber(stripe, registrationNumber)}`);
  }
  await keepProduct(stripe);
  const price = await keepPrice(stripe, environment);
  console.log(
    `Price: write stripePriceId: "${price.id}" in infra/config.ts, environments.${environment.name}.`,
  );
  const names = outputs === undefined ? {} : namesIn(outputs);
  const siteUrl = environment.domain ? `https://${environment.domain.names[0]}` : names.SITE_URL;
  if (!siteUrl || !names.STRIPE_SECRET_ID) {
    console.log("Webhook and secret: run this again with --outputs <file of cdk deploy --outputs-file>.");
    return;
  }
  const secret = secretAt(names.STRIPE_SECRET_ID, environment.region);
  console.log(await keepWebhook(stripe, `${siteUrl}/api/stripe/webhook`, { key, secret }));
}

async function keepTaxSettings(stripe: Stripe): Promise<void> {
  const { status, defaults } = await stripe.tax.settings.retrieve();
  if (status !== "active" || defaults.tax_code !== taxCode || defaults.tax_behavior !== "inclusive") {
    await stripe.tax.settings.update({
      defaults: { tax_code: taxCode, tax_behavior: "inclusive" },
      head_office: { address: { country: "JP" } },
    });
  }
  const { data } = await stripe.tax.registrations.list({ status: "active", limit: 100 });
  if (data.some(({ country }) => country === "JP")) return;
  await stripe.tax.registrations.create({
    country: "JP",
    country_options: { jp: { type: "standard" } },
    active_from: "now",
  });
}

/** With our own id, so that there is only one. */
async function keepProduct(stripe: Stripe): Promise<void> {
  const { data } = await stripe.products.list({ ids: [productId] });
  if (data.length > 0) return;
  const name = `${productName.short} スタンダードプラン`;
  await stripe.products.create({ id: productId, name, tax_code: taxCode });
}

/** The amount is part of the lookup key: another amount is another price, and existing subscriptions keep the old one. */
async function keepPrice(stripe: Stripe, { price }: Environment): Promise<Stripe.Price> {
  const { amountYen, interval } = price;
  const lookupKey = `${productId}-${amountYen}-${interval}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  return (
    data[0] ??
    stripe.prices.create(
      {
        product: productId,
        currency: "jpy",
        unit_amount: amountYen,
        recurring: { interval },
        tax_behavior: "inclusive",
        lookup_key: lookupKey,
      },
      { idempotencyKey: lookupKey },
    )
  );
}

interface SecretStore {
  read(): Promise<{ secretKey: string; webhookSecrets: string[] } | undefined>;
  write(value: { secretKey: string; webhookSecrets: string[] }): Promise<void>;
}

/**
 * Stripe shows an endpoint's signing secret once, when it is created. Without a stored one the endpoint is replaced; the new
 * secret is stored before the old endpoint goes.
 */
async function keepWebhook(
  stripe: Stripe,
  url: string,
  { key, secret }: { key: string; secret: SecretStore },
): Promise<string> {
  const events = [...webhookEvents];
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const existing = data.filter((each) => each.url === url);
  const stored = await secret.read();
  const [endpoint] = existing;
  if (endpoint && stored && stored.webhookSecrets.length > 0) {
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: events, disabled: false });
    if (stored.secretKey !== key) await secret.write({ ...stored, secretKey: key });
    return `Webhook: ${url} is up to date.`;
  }
  const created = await stripe.webhookEndpoints.create({ url, enabled_events: events });
  await secret.write({ secretKey: key, webhookSecrets: [created.secret ?? ""] });
  for (const { id } of existing) await stripe.webhookEndpoints.del(id);
  return `Webhook: ${url} is set up, and its secret is stored.`;
}

const storedSecret = z.object({ secretKey: z.string(), webhookSecrets: z.array(z.string()) });

function secretAt(SecretId: string, region: string): SecretStore {
  const client = new SecretsManagerClient({ region });
  return {
    async read() {
      try {
        const { SecretString = "null" } = await client.send(new GetSecretValueCommand({ SecretId }));
        return storedSecret.safeParse(JSON.parse(SecretString)).data;
      } catch (error) {
        // A secret without a value.
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    async write(value) {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) }));
    },
  };
}

if (import.meta.main) {
  try {
    await setUpStripe(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SettingsError) && !(error instanceof CommandRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
