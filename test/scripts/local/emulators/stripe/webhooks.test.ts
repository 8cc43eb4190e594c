import { afterEach, beforeEach, expect, it } from "vitest";
import { type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

it.each([
  ["taken", [500, 503, 200], 0],
  ["given up", [500, 503, 500], 1],
])("an event is sent again until it is %s", async (_, answers, pending) => {
  local.answers.push(...answers);
  await local.stripe.customers.create({ name: "A" });
  const { webhooks } = local.emulator;
  await expect.poll(() => webhooks.attempts).toHaveLength(3);
  await webhooks.idle();
  expect(webhooks.attempts.map(({ status }) => status)).toEqual(answers);
  expect(webhooks.waiting()).toBe(0);
  const [event, ...others] = local.emulator.events();
  expect([event?.type, event?.pending_webhooks, others]).toEqual(["customer.created", pending, []]);
});
