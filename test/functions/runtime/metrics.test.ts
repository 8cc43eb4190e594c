import { expect, test } from "vitest";
import { withContext } from "#functions/runtime/context.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { countMetric, measureSeconds } from "#functions/runtime/metrics.ts";
import { signupOf } from "../support/people.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const written = () => portal.logged.map((line) => JSON.parse(line));

test("a figure is one log line in CloudWatch's format, by environment and function", async () => {
  ownEnvironment.enterWith({ AWS_LAMBDA_FUNCTION_NAME: "Portal-prod-stripe-webhook" });
  await withContext({ kind: "job", requestId: "r1" }, async () => countMetric("Fulfilments"));
  expect(portal.logged).toHaveLength(1);
  expect(written()).toEqual([
    {
      level: "info",
      event: "metric",
      at: expect.any(String),
      requestId: "r1",
      Fulfilments: 1,
      Source: "stripe-webhook",
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: "Portal-prod",
            Dimensions: [[], ["Source"]],
            Metrics: [{ Name: "Fulfilments", Unit: "Count" }],
          },
        ],
      },
    },
  ]);
});

test.each([
  [59.6, 60],
  [-2, 0],
])("%d seconds are told as %d", (measured, told) => {
  measureSeconds("WebhookAge", measured);
  expect(written()).toMatchObject([
    {
      WebhookAge: told,
      _aws: {
        CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: "WebhookAge", Unit: "Seconds" }] }],
      },
    },
  ]);
});

test("each step of a customer from sign-up to payment is counted by its function", async () => {
  const counted = () =>
    written().flatMap(({ function: name, _aws }) =>
      _aws ? [`${name}: ${_aws.CloudWatchMetrics[0].Metrics[0].Name}`] : [],
    );
  const person = portal.newAccount();
  await world.postUser(person, signupOf(person, await verifyPhone(portal, person)));
  world.emulator.webhooks.mode = "deliver";
  await world.payOnPage(await world.createCustomer());
  await world.emulator.webhooks.idle();
  await world.reconcile();
  expect(counted()).toEqual(
    expect.arrayContaining([
      ...["verify: SmsSent", "verify: SmsVerified", "post-user: SignUps", "checkout-session: Checkouts"],
      ...["Webhooks", "WebhookAge", "Fulfilments"].map((name) => `stripe-webhook: ${name}`),
      ...["OutboxAge", "CheckoutAge", "Webhooks"].map((name) => `reconcile: ${name}`),
    ]),
  );
});
