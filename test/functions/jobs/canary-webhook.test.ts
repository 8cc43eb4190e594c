import { expect, test } from "vitest";
import { webhookEvents } from "#functions/billing/events/event-types.ts";
import { checkWebhookEndpoint, requireWebhook } from "#functions/jobs/canary/steps.ts";
import { startPortal } from "../support/portal.ts";

const portal = await startPortal();

test("the canary finds this site's webhook endpoint at Stripe", async () => {
  portal.become("canary");
  await expect(checkWebhookEndpoint(portal.settings.SITE_URL ?? "")).resolves.toBeUndefined();
});

test("another site's endpoint is none of ours", async () => {
  portal.become("canary");
  await expect(checkWebhookEndpoint("https://another.example")).rejects.toThrow(
    "no enabled webhook endpoint",
  );
});

const endpoint = (events: readonly string[], status = "enabled") => ({
  url: "https://portal.example/api/stripe/webhook",
  status,
  enabled_events: events,
});
const required = (...endpoints: ReturnType<typeof endpoint>[]) => {
  return () => requireWebhook("https://portal.example", endpoints);
};

test.each(webhookEvents)("an endpoint without %s is reported by its name", (missing) => {
  const others = webhookEvents.filter((event) => event !== missing);
  expect(required(endpoint(others))).toThrow(`the webhook endpoint misses ${missing}`);
  expect(required(endpoint(others), endpoint([missing], "disabled"))).toThrow(missing);
  expect(required(endpoint(others), endpoint([missing]))).not.toThrow();
  expect(required(endpoint(["*"]))).not.toThrow();
});
