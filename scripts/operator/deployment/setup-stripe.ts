/**
 * `npm run setup:stripe -- -c env=prod [--dry-run]`: the product, its price, the tax settings, the seller's
 * registration number and, once the environment is deployed, the webhook endpoint with its secret, in the account of
 * STRIPE_SECRET_KEY. Can be run again: it changes only what differs. Source: Stripe API reference.
 */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type Stripe from "stripe";
import * as z from "zod/mini";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { checked } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { productName } from "#shared/site/product.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { stripeAt } from "../stripe/client.ts";
import { undefinedIfError } from "../undefined-if-error.ts";
import { refuseCall } from "./check.ts";
import { findStack } from "./deployed.ts";
import { checkKey } from "./provider-checks.ts";
import { checkRegistrationNumber, ensureRegistrationNumber } from "./registration-number.ts";

/** Software as a service for business use. Source: Stripe, product tax codes. */
const taxCode = "txcd_10103001";
const productId = "telephony-plugin-standard";

interface Setup {
  stripe: Stripe;
  environment: Environment;
  /** Says what is changed, and changes it unless this is a dry run. */
  change<T>(sentence: string, work: () => Promise<T>): Promise<T | undefined>;
}

interface SetupOptions {
  dryRun: boolean;
}

/**
 * Throws `CommandRefused` with one sentence also when Stripe or AWS refuses or does not answer. Completed steps stay.
 */
export async function setUpStripe(args: readonly string[], env = process.env): Promise<void> {
  await setUp(args, env).catch(refuseCall);
}

async function setUp(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const program = newProgram(
    "setup:stripe",
    "Stripe's product, price, tax settings and webhook of an environment, in the account of STRIPE_SECRET_KEY.",
  ).option("--dry-run", "say what would be done, and change nothing");
  const { environment, dryRun = false, json } = readEnvironment<SetupOptions>(program, args);
  // Everything else comes first: the price is created with the amount of the settings.
  checked({ stripePriceId: "price_to_be_created", ...environment });
  const key = env.STRIPE_SECRET_KEY;
  if (!key) throw new CommandRefused("Set STRIPE_SECRET_KEY.");
  const { status, sentence } = checkKey(environment, key);
  if (status !== "ok") throw new CommandRefused(sentence);
  const lines: string[] = [];
  const say = (line: string) => (json ? void lines.push(line) : console.log(line));
  const setup: Setup = {
    stripe: stripeAt(key, env.STRIPE_API_URL),
    environment,
    change: async (step, work) => {
      say(dryRun ? `Would: ${step}` : step);
      return dryRun ? undefined : work();
    },
  };
  await ensureTaxSettings(setup);
  const registration = await ensureRegistration(setup);
  if (registration) say(`Registration number: ${registration}`);
  await ensureProduct(setup);
  const price = await ensurePrice(setup);
  if (price)
    say(`Price: write stripePriceId: "${price.id}" in infra/config.ts, environments.${environment.name}.`);
  const deployed = await readStacks(environment);
  if (deployed) await ensureWebhook(setup, deployed.webhookUrl, { key, secret: deployed.secret });
  else say("Webhook and secret: run this again after the deployment.");
  if (json) console.log(JSON.stringify({ dryRun, priceId: price?.id, lines }, null, 2));
}

/** Undefined before the first deployment, and after one that failed. */
async function readStacks(environment: Environment) {
  const { data, portal } = stackNames(environment.name);
  const [stored, served] = await Promise.all([
    findStack(environment.region, data),
    findStack(environment.region, portal),
  ]);
  return (
    stored &&
    served && {
      webhookUrl: `${served.output("SiteUrl")}/api/stripe/webhook`,
      secret: secretAt(stored.output("StripeSecretArn"), environment.region),
    }
  );
}

async function ensureTaxSettings({ stripe, change }: Setup): Promise<void> {
  const { status, defaults } = await stripe.tax.settings.retrieve();
  if (status !== "active" || defaults.tax_code !== taxCode || defaults.tax_behavior !== "inclusive") {
    await change(`Set the tax code ${taxCode}, prices inclusive of tax, head office in Japan.`, () =>
      stripe.tax.settings.update({
        defaults: { tax_code: taxCode, tax_behavior: "inclusive" },
        head_office: { address: { country: "JP" } },
      }),
    );
  }
  const { data } = await stripe.tax.registrations.list({ status: "active", limit: 100 });
  if (data.some(({ country }) => country === "JP")) return;
  await change("Register for tax in Japan from now on.", () =>
    stripe.tax.registrations.create({
      country: "JP",
      country_options: { jp: { type: "standard" } },
      active_from: "now",
    }),
  );
}

async function ensureRegistration({ stripe, environment, change }: Setup): Promise<string | undefined> {
  const { registrationNumber } = environment;
  if (registrationNumber === undefined) return undefined;
  const { status, sentence } = await checkRegistrationNumber(stripe, registrationNumber);
  if (status === "ok") return sentence;
  return change(`Put the registration number ${registrationNumber} on every invoice.`, () =>
    ensureRegistrationNumber(stripe, registrationNumber),
  );
}

/** With our own id, so that there is only one. */
async function ensureProduct({ stripe, change }: Setup): Promise<void> {
  const { data } = await stripe.products.list({ ids: [productId] });
  if (data.length > 0) return;
  const name = `${productName.short} スタンダードプラン`;
  await change(`Create the product ${productId}, ${name}.`, () =>
    stripe.products.create({ id: productId, name, tax_code: taxCode }),
  );
}

/**
 * The amount is part of the lookup key: another amount is another price, and existing subscriptions keep the old one.
 */
async function ensurePrice({ stripe, environment, change }: Setup): Promise<Stripe.Price | undefined> {
  const { amountYen, interval } = environment.price;
  const lookupKey = `${productId}-${amountYen}-${interval}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  if (data[0]) return data[0];
  const price = {
    product: productId,
    currency: "jpy",
    unit_amount: amountYen,
    recurring: { interval },
    tax_behavior: "inclusive" as const,
    lookup_key: lookupKey,
  };
  return change(`Create the price ${lookupKey}: ${amountYen} yen a ${interval}, tax included.`, () =>
    stripe.prices.create(price, { idempotencyKey: lookupKey }),
  );
}

/**
 * Stripe shows an endpoint's signing secret once, when it is created. Without a stored one the endpoint is replaced;
 * the new secret is stored before the old endpoint goes.
 */
async function ensureWebhook(
  { stripe, change }: Setup,
  url: string,
  { key, secret }: { key: string; secret: ReturnType<typeof secretAt> },
): Promise<void> {
  const events = [...webhookEvents];
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const existing = data.filter((each) => each.url === url);
  const stored = await secret.read();
  const [endpoint] = existing;
  if (endpoint && stored && stored.webhookSecrets.length > 0) {
    await change(`Keep the webhook ${url}, with its ${events.length} events.`, () =>
      stripe.webhookEndpoints.update(endpoint.id, { enabled_events: events, disabled: false }),
    );
    if (stored.secretKey !== key)
      await change("Store the API key beside the webhook's secret.", () =>
        secret.write({ ...stored, secretKey: key }),
      );
    return;
  }
  await change(`Create the webhook ${url} and store its secret.`, async () => {
    const { secret: signingSecret } = await stripe.webhookEndpoints.create({ url, enabled_events: events });
    await secret.write({ secretKey: key, webhookSecrets: [signingSecret ?? ""] });
  });
  for (const { id } of existing)
    await change(`Delete the webhook ${id}, whose secret is not stored.`, () =>
      stripe.webhookEndpoints.del(id),
    );
}

const storedSecret = z.object({ secretKey: z.string(), webhookSecrets: z.array(z.string()) });

function secretAt(SecretId: string, region: string) {
  const client = new SecretsManagerClient({ region });
  return {
    async read() {
      // A secret without a value is not found.
      const call = client.send(new GetSecretValueCommand({ SecretId }));
      const { SecretString = "null" } = (await undefinedIfError(ResourceNotFoundException, call)) ?? {};
      return storedSecret.safeParse(JSON.parse(SecretString)).data;
    },
    async write(value: z.output<typeof storedSecret>): Promise<void> {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) }));
    },
  };
}

if (import.meta.main) await runCommand(setUpStripe);
