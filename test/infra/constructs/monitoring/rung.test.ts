/** Each alarm over what our log lines say is rung once on purpose: by the lines that the functions and API Gateway write. */
import { runInNewContext } from "node:vm";
import { Template } from "aws-cdk-lib/assertions";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { withLogOutput } from "#functions/runtime/log.ts";
import { countMetric, measurePercent, measureSeconds } from "#functions/runtime/metrics.ts";
import { type Alarm, alarmSchema, type Series, seriesOf } from "#test/infra/support/alarms.ts";
import { portalApp } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const template = Template.fromStack(portalApp(complete).stacks.portal);

const alarms = new Map(
  resourcesOf(template, "AWS::CloudWatch::Alarm")
    .map(({ properties }) => alarmSchema.parse(properties))
    .map((alarm) => [alarm.AlarmName.replace(/^Portal-prod-(critical|warning)-/, ""), alarm] as const),
);
const fedByLogs = [...alarms]
  .filter(([, alarm]) => seriesOf(alarm).some(({ namespace }) => namespace === "Portal-prod"))
  .map(([name]) => name);

/** CloudWatch's metrics from a log line: values without dimensions. */
type Point = [metric: string, value: number];

const embedded = z.object({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.literal("Portal-prod"),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});

/** Embedded metric format of the functions' lines. */
function pointsOf(line: string): Point[] {
  const fields: Record<string, unknown> = JSON.parse(line);
  return embedded
    .parse(fields)
    ._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
      Dimensions.some((dimensions) => dimensions.length === 0)
        ? Metrics.map(({ Name }): Point => [Name, Number(fields[Name])])
        : [],
    );
}

const filterSchema = z.object({
  FilterPattern: z.string(),
  MetricTransformations: z.array(
    z.object({ MetricName: z.string(), MetricNamespace: z.literal("Portal-prod"), MetricValue: z.string() }),
  ),
});
const filters = resourcesOf(template, "AWS::Logs::MetricFilter").map(({ properties }) =>
  filterSchema.parse(properties),
);
const { Format } = onlyResource(template, "AWS::ApiGatewayV2::Stage").properties.AccessLogSettings;

/** A line of API Gateway's access log in the stage's own format; what has no value is `-`. */
const accessLine = (values: Record<string, string>): string =>
  String(Format).replace(/\$context\.([\w.]+)/g, (_, name: string) => values[name] ?? "-");

/** `{ ($.status = "429") && ($.integrationStatus = "-") }` */
function isMatch(pattern: string, line: string): boolean {
  const fields: Record<string, string> = JSON.parse(line);
  const terms = [...pattern.matchAll(/\$\.(\w+) = "([^"]*)"/g)].map(
    ([, field = "", value]) => fields[field] === value,
  );
  expect(terms.length).toBeGreaterThan(0);
  return pattern.includes("||") ? terms.some(Boolean) : terms.every(Boolean);
}
const countedIn = (line: string): Point[] =>
  filters
    .filter(({ FilterPattern }) => isMatch(FilterPattern, line))
    .flatMap(({ MetricTransformations }) =>
      MetricTransformations.map(({ MetricName, MetricValue }): Point => [MetricName, Number(MetricValue)]),
    );

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
});
async function logged(write: () => void): Promise<Point[]> {
  const output = { write: (line: string) => lines.push(line) > 0 };
  const named = { AWS_LAMBDA_FUNCTION_NAME: "Portal-prod-reconcile" };
  await withLogOutput(output, async () => ownEnvironment.run(named, write));
  return lines.flatMap(pointsOf);
}

function isRinging(alarm: Alarm, points: readonly Point[]): boolean {
  const values = seriesOf(alarm).map(({ id, name, statistic }) => {
    const own = points.flatMap(([metric, value]) => (metric === name ? [value] : []));
    const value = statistic === "Maximum" ? Math.max(...own) : own.reduce((sum, each) => sum + each, 0);
    return [id, own.length === 0 ? undefined : value] as const;
  });
  return isRingingAt(alarm, Object.fromEntries(values));
}

function isRingingAt(alarm: Alarm, values: Record<string, number | undefined>): boolean {
  const expression = alarm.Metrics?.find((each) => each.Expression)?.Expression ?? "single";
  // An expression over a metric without data has no data either, unless it fills it.
  const isMissing = ({ id }: Series) => values[id] === undefined && !expression.includes(`FILL(${id}, `);
  if (seriesOf(alarm).some(isMissing)) return alarm.TreatMissingData === "breaching";
  const ids = Object.fromEntries(seriesOf(alarm).map(({ id }) => [id, values[id]]));
  const result = runInNewContext(expression.replaceAll(" AND ", " && ").replaceAll("IF(", "when("), {
    ...ids,
    FILL: (value: number | undefined, other: number) => value ?? other,
    when: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  });
  if (alarm.ComparisonOperator.startsWith("GreaterThanOrEqual")) return result >= alarm.Threshold;
  expect(alarm.ComparisonOperator).toBe("LessThanThreshold");
  return result < alarm.Threshold;
}

const times = (most: number, write: () => void) => () => {
  for (let time = 0; time < most; time += 1) write();
};
type Points = () => Promise<Point[]>;
const once = (name: Parameters<typeof countMetric>[0]): [rings: Points, quiet: Points] => [
  () => logged(() => countMetric(name)),
  () => logged(() => countMetric(name, 0)),
];
const above = (most: number, write: (value: number) => void): [rings: Points, quiet: Points] => [
  () => logged(() => write(most)),
  () => logged(() => write(most - 1)),
];
/** Lambda's own count of a trigger's errors, beside our count of refusals. */
const errorsOf = (name: "SignUpsRefused" | "CodesRefused"): [rings: Points, quiet: Points] => [
  async () => [...(await logged(() => countMetric(name))), ["Errors", 2]],
  async () => [...(await logged(() => countMetric(name))), ["Errors", 1]],
];
const refused = { status: "429", routeKey: "GET /api/user" };
const access =
  (line: string): Points =>
  async () =>
    Array.from({ length: 10 }, () => countedIn(line)).flat();
const hour = 3600;
const verifiedOfTen =
  (verified: number): Points =>
  () =>
    logged(() => {
      times(10, () => countMetric("SmsSent"))();
      times(verified, () => countMetric("SmsVerified"))();
    });
const checkoutWith =
  (webhooks: number): Points =>
  () =>
    logged(() => {
      countMetric("Checkouts");
      countMetric("Webhooks", webhooks);
    });

/** Lines that ring the alarm, and lines like them that do not. */
const cases: Record<string, [rings: Points, quiet: Points]> = {
  "api-throttled": [
    access(accessLine(refused)),
    // A function's own limit.
    access(accessLine({ ...refused, integrationStatus: "200" })),
  ],
  "pre-sign-up-fails": errorsOf("SignUpsRefused"),
  "codes-not-sent": errorsOf("CodesRefused"),
  "sign-in-unrecorded": once("SignInsUnrecorded"),
  // Of a run that ended well.
  "reconcile-fails": [async () => [], () => logged(() => measureSeconds("OutboxAge", 0))],
  "user-export-missing": [async () => [], () => logged(() => countMetric("UserExports"))],
  "account-missing": once("ProfilesWithoutAccount"),
  "profile-missing": once("ProfilesMissing"),
  "deletions-held": once("DeletionsHeld"),
  "email-not-prepared": once("UnpreparedEmails"),
  "sms-conversion-low": [verifiedOfTen(3), verifiedOfTen(4)],
  "sms-near-cap": above(complete.smsDailyCap * 0.8, (value) => times(value, () => countMetric("SmsSent"))()),
  "code-mails-near-cap": above(320, (value) => times(value, () => countMetric("CodeMails"))()),
  "login-id-mails-near-cap": above(80, (value) => times(value, () => countMetric("LoginIdMails"))()),
  "login-ids-refused": above(50, (value) => times(value, () => countMetric("LoginIdsRefused"))()),
  "accounts-late": above(48 * hour, (seconds) => measureSeconds("AccountsAge", seconds)),
  "expiring-cards-late": above(48 * hour, (seconds) => measureSeconds("ExpiringCardsAge", seconds)),
  "undelivered-events-late": above(6 * hour, (seconds) => measureSeconds("UndeliveredEventsAge", seconds)),
  "mail-waits": above(hour, (seconds) => measureSeconds("OutboxAge", seconds)),
  "mail-near-quota": above(80, (percent) => measurePercent("MailQuotaUsed", percent)),
  "mail-paused": once("MailPaused"),
  "mails-dead-lettered": once("MailsDeadLettered"),
  "tasks-dead-lettered": once("TasksDeadLettered"),
  "checkout-waits": above(hour, (seconds) => measureSeconds("CheckoutAge", seconds)),
  "tasks-failed-for-an-hour": once("TasksFailed"),
  "webhook-silent": [checkoutWith(0), checkoutWith(1)],
  "webhook-late": above(hour, (seconds) => measureSeconds("WebhookAge", seconds)),
  "unexpected-payment": once("UnexpectedPayments"),
  "payment-lost": once("PaymentsLost"),
  "refund-waits": once("RefundsWaiting"),
  "provider-checks-fail": once("ProviderChecksFailed"),
  "alarm-address-missing": once("AlarmAddressesMissing"),
};

test("every alarm over our log lines has a case", () => {
  expect(Object.keys(cases).sort()).toEqual(fedByLogs.sort());
});

test.each(Object.entries(cases))(
  "%s rings by its lines, and not by lines like them",
  async (name, [rings, quiet]) => {
    const alarm = alarms.get(name);
    if (!alarm) throw new Error(`There is no alarm ${name}.`);
    // The lines' metrics have none.
    expect(seriesOf(alarm).filter(({ namespace }) => namespace === "Portal-prod")).not.toEqual([]);
    if (alarm.Namespace === "Portal-prod") expect(alarm.Dimensions).toBeUndefined();
    expect(isRinging(alarm, await rings())).toBe(true);
    lines.length = 0;
    expect(isRinging(alarm, await quiet())).toBe(false);
  },
);

test.each([
  [{ api5xx: 2 }, true],
  [{ api5xx: 1, postConfirmationErrors: 1 }, true],
  [{ postAuthenticationErrors: 2 }, true],
  [{ canaryErrors: 1 }, true],
  [{ api5xx: 1 }, false],
  [{ api5xx: 2, apiRequests: 200 }, true],
  [{ api5xx: 9, apiRequests: 1000 }, false],
  [{ api5xx: 10, apiRequests: 1000 }, true],
  [{}, false],
])("of a minute with %j new-version-fails stops the deployment: %j", (values, isStopped) => {
  const alarm = alarms.get("new-version-fails");
  expect(alarm && isRingingAt(alarm, values)).toBe(isStopped);
});

test.each([
  [{ api5xx: 3, apiRequests: 500 }, true],
  [{ api5xx: 2, apiRequests: 500 }, false],
  [{ api5xx: 14, apiRequests: 5000 }, false],
  [{ api5xx: 15, apiRequests: 5000 }, true],
  [{ apiRequests: 5000 }, false],
])("of five minutes with %j api-errors rings: %j", (values, rings) => {
  const alarm = alarms.get("api-errors");
  expect(alarm && isRingingAt(alarm, values)).toBe(rings);
});

test("an answer with 502 or 503 is counted as a provider's failure, our own 500 is not", () => {
  const counted = (status: string) =>
    countedIn(accessLine({ status, routeKey: "POST /api/verify", integrationStatus: "200" }));
  expect(["502", "503", "500", "200"].map(counted)).toEqual([
    [["ProviderFailures", 1]],
    [["ProviderFailures", 1]],
    [],
    [],
  ]);
});
