import { expect, test } from "vitest";
import { createCustomer } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { decideCheckout, openCheckout, prepareUpgrade } from "../support/upgrade.ts";

/** How often each function told each figure. */
async function figures(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { line } of await local.logs()) {
    if (!line.includes('"_aws"')) continue;
    const { _aws, ...fields } = JSON.parse(line);
    const [{ Metrics }] = _aws.CloudWatchMetrics;
    const name = `${fields.Source}: ${Metrics[0].Name}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test("each step of a customer from sign-up to payment is counted by its function", async () => {
  const customer = await createCustomer();
  await prepareUpgrade(customer);
  expect(await figures()).toMatchObject({
    "verify: SmsSent": expect.any(Number),
    "verify: SmsVerified": expect.any(Number),
    "post-user: SignUps": expect.any(Number),
  });

  await decideCheckout(await openCheckout(customer), { outcome: "paid" });
  await expect.poll(figures).toMatchObject({
    "checkout-session: Checkouts": expect.any(Number),
    "stripe-webhook: Webhooks": expect.any(Number),
    "stripe-webhook: WebhookAge": expect.any(Number),
    "stripe-webhook: Fulfilments": expect.any(Number),
  });

  await local.reconcile();
  expect(await figures()).toMatchObject({
    "reconcile: OutboxAge": expect.any(Number),
    "reconcile: CheckoutAge": expect.any(Number),
    "reconcile: Webhooks": expect.any(Number),
  });
});
