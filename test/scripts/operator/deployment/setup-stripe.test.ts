import { beforeEach, expect, test, vi } from "vitest";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import * as config from "#infra/config.ts";
import { setUpStripe } from "#scripts/operator/deployment/setup-stripe.ts";
import { complete } from "#test/infra/support/settings.ts";
import { describedStack, missingStack } from "#test/scripts/support/local-services.ts";
import { type Answers, Refusal, serveAnswers } from "./support.ts";

const { amountYen, interval } = config.settingsOf("dev").price;
/** The account's objects, by kind. */
let account: Record<
  "products" | "prices" | "endpoints" | "registrations" | "taxIds",
  Record<string, unknown>[]
>;
let defaultTaxIds: unknown[];
/** Stripe documents the default only for its Dashboard. */
let takesDefault: boolean;
let taxDefaults: Record<string, unknown>;
let secret: string | undefined;
/** Outputs by stack. */
let stacks: Record<string, Record<string, string>>;

const list = (data: object[]) => ({ object: "list", data, has_more: false });
const created =
  (kind: keyof typeof account, prefix: string, more = {}) =>
  (body: Record<string, unknown>) => {
    const made = { id: `${prefix}_${account[kind].length + 1}`, ...body, ...more };
    account[kind].push(made);
    return made;
  };
const answers = (): Answers => ({
  "GET /v1/tax/settings": { object: "tax.settings", status: "active", defaults: taxDefaults },
  "POST /v1/tax/settings": (body: Record<string, unknown>) => {
    taxDefaults = { tax_code: body["defaults[tax_code]"], tax_behavior: body["defaults[tax_behavior]"] };
    return {};
  },
  "GET /v1/tax/registrations": list(account.registrations),
  "POST /v1/tax/registrations": created("registrations", "taxreg"),
  "GET /v1/tax_ids": list(account.taxIds),
  "POST /v1/tax_ids": created("taxIds", "txi"),
  "GET /v1/account": { id: "acct_1", settings: { invoices: { default_account_tax_ids: defaultTaxIds } } },
  ...(takesDefault && {
    "POST /v1/accounts/acct_1": (body: Record<string, unknown>) => {
      defaultTaxIds = [body["settings[invoices][default_account_tax_ids][0]"]];
      return { id: "acct_1" };
    },
  }),
  "GET /v1/products": list(account.products),
  "POST /v1/products": created("products", "prod"),
  "GET /v1/prices": list(account.prices),
  "POST /v1/prices": created("prices", "price"),
  "GET /v1/webhook_endpoints": list(account.endpoints),
  "POST /v1/webhook_endpoints": created("endpoints", "we", {
    secret: `whsec_${account.endpoints.length + 1}`,
  }),
  ...Object.fromEntries(
    account.endpoints.flatMap((each) => [
      [`POST /v1/webhook_endpoints/${each.id}`, each],
      [
        `DELETE /v1/webhook_endpoints/${each.id}`,
        () => {
          account.endpoints = account.endpoints.filter((other) => other !== each);
          return {};
        },
      ],
    ]),
  ),
  "POST /": ({ StackName }: Record<string, unknown>) => {
    const outputs = stacks[String(StackName)];
    return outputs ? describedStack(outputs) : new Refusal(missingStack(String(StackName)));
  },
  "secretsmanager.GetSecretValue":
    secret === undefined ? { __type: "ResourceNotFoundException" } : { SecretString: secret },
  "secretsmanager.PutSecretValue": ({ SecretString }: Record<string, unknown>) => {
    secret = String(SecretString);
    return {};
  },
});

const service = await serveAnswers(answers);
beforeEach(() => {
  account = { products: [], prices: [], endpoints: [], registrations: [], taxIds: [] };
  defaultTaxIds = [];
  takesDefault = true;
  taxDefaults = {};
  secret = "null";
  stacks = {
    "Portal-dev": { SiteUrl: "https://portal.example" },
    "Portal-dev-Data": { StripeSecretArn: "arn:secret" },
  };
});

const run = (key = "sk_test_1", ...options: string[]): Promise<string> =>
  printedBy(["-c", "env=dev", ...options], key);
async function printedBy(args: readonly string[], STRIPE_SECRET_KEY: string): Promise<string> {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await setUpStripe(args, { STRIPE_SECRET_KEY, STRIPE_API_URL: service.origin });
  const printed = print.mock.calls.flat().join("\n");
  print.mockRestore();
  return printed;
}
const writes = () => service.received.filter(({ call }) => /^(POST|DELETE) \/v1|PutSecret/.test(call)).length;

test("the command makes product, price, tax and webhook once, and stores the secret", async () => {
  expect(await run()).toContain(`stripePriceId: "price_1"`);
  expect(account.prices[0]).toMatchObject({
    currency: "jpy",
    unit_amount: String(amountYen),
    "recurring[interval]": interval,
    tax_behavior: "inclusive",
  });
  expect(account.registrations).toHaveLength(1);
  expect(account.endpoints[0]).toMatchObject({ url: "https://portal.example/api/stripe/webhook" });
  for (const [index, event] of webhookEvents.entries())
    expect(account.endpoints[0]).toMatchObject({ [`enabled_events[${index}]`]: event });
  expect(JSON.parse(secret ?? "")).toEqual({ secretKey: "sk_test_1", webhookSecrets: ["whsec_1"] });

  const before = writes();
  await run();
  // The endpoint's events are set each time.
  expect(writes()).toBe(before + 1);
  expect([account.products.length, account.prices.length, account.endpoints.length]).toEqual([1, 1, 1]);
});

test("a dry run says what would be made, and makes nothing", async () => {
  const printed = await run("sk_test_1", "--dry-run", "--json");
  const { lines } = JSON.parse(printed);
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line).toMatch(/^Would: (Set|Register|Create) .*\.$/);
  expect(writes()).toBe(0);
});

test.each([
  ["before the first deployment", {}],
  ["after that of the data alone", { "Portal-dev-Data": { StripeSecretArn: "arn:secret" } }],
])("%s it makes what settings need, and says when to return", async (_, before) => {
  stacks = before;
  expect(await run()).toContain("Webhook and secret: run this again after the deployment.");
  expect(account.prices).toHaveLength(1);
  expect(account.endpoints).toEqual([]);
  expect(secret).toBe("null");
});

test("an endpoint without a stored secret is replaced, and deleted after the storing", async () => {
  account.endpoints.push({ id: "we_old", url: "https://portal.example/api/stripe/webhook" });
  await run();
  expect(account.endpoints.map(({ id }) => id)).not.toContain("we_old");
  const calls = service.received.map(({ call }) => call);
  expect(calls.indexOf("secretsmanager.PutSecretValue")).toBeLessThan(
    calls.indexOf("DELETE /v1/webhook_endpoints/we_old"),
  );
});

test("another environment's secret is not overwritten", async () => {
  stacks = { "Portal-prod": stacks["Portal-dev"] ?? {}, "Portal-prod-Data": stacks["Portal-dev-Data"] ?? {} };
  secret = JSON.stringify({ secretKey: "sk_live_1", webhookSecrets: ["whsec_live"] });
  await run();
  expect(service.received.filter(({ call }) => call.startsWith("secretsmanager."))).toEqual([]);
  expect(account.endpoints).toEqual([]);
});

test("another key of the same account is stored beside the webhook's secret", async () => {
  await run();
  await run("rk_test_2");
  expect(JSON.parse(secret ?? "")).toEqual({ secretKey: "rk_test_2", webhookSecrets: ["whsec_1"] });
});

test("it does nothing without a key, with the other mode's, or for a placeholder price", async () => {
  const prepare = (environment: string, key: Record<string, string>) =>
    setUpStripe(["-c", `env=${environment}`], { ...key, STRIPE_API_URL: service.origin });
  await expect(prepare("dev", {})).rejects.toThrow("Set STRIPE_SECRET_KEY.");
  await expect(prepare("dev", { STRIPE_SECRET_KEY: "sk_live_1" })).rejects.toThrow("dev needs a test key");
  vi.spyOn(config, "settingsOf").mockReturnValue({ ...complete, price: config.settingsOf("dev").price });
  await expect(prepare("prod", { STRIPE_SECRET_KEY: "sk_live_1" })).rejects.toThrow(
    "the default is a placeholder",
  );
  expect(service.received).toEqual([]);
});

/** Before `stripePriceId` is written, which the command prints. */
function runForProd(): Promise<string> {
  const { stripePriceId: _, ...settings } = complete;
  vi.spyOn(config, "settingsOf").mockReturnValue(settings);
  return printedBy(["-c", "env=prod"], "sk_live_1");
}

test("the registration number becomes the account's default tax id, once", async () => {
  for (let run = 0; run < 2; run += 1) {
    const printed = await runForProd();
    expect(printed).toContain("Registration number: T7000012050002 stands on every invoice.");
    expect(printed).toContain('write stripePriceId: "price_1" in infra/config.ts, environments.prod');
  }
  expect(account.taxIds).toEqual([{ id: "txi_1", type: "jp_trn", value: "T7000012050002" }]);
  expect(service.received.filter(({ call }) => call === "POST /v1/accounts/acct_1")).toHaveLength(1);
});

test("a default that only the Dashboard can set is said in a sentence", async () => {
  takesDefault = false;
  const printed = await runForProd();
  expect(printed).toContain("Registration number: Choose T7000012050002 in Stripe's Dashboard");
  expect(printed).toContain('stripePriceId: "price_1"');
  expect(account.taxIds).toHaveLength(1);
});
