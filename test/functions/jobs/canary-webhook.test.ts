import { expect, test } from "vitest";
import { checkWebhookEndpoint } from "#functions/jobs/canary/steps.ts";
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
