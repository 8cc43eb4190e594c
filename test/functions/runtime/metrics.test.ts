import { beforeEach, expect, test, vi } from "vitest";
import { withContext } from "#functions/runtime/context.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { countMetric, measureSeconds } from "#functions/runtime/metrics.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
const written = () => lines.map((line) => JSON.parse(line));

test("a figure is one log line in CloudWatch's format, by environment and function", async () => {
  ownEnvironment.enterWith({ AWS_LAMBDA_FUNCTION_NAME: "Portal-prod-stripe-webhook" });
  await withContext({ kind: "job", requestId: "r1" }, async () => countMetric("Fulfilments"));
  expect(lines).toHaveLength(1);
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
