/** What is billed for being there, and the limits that we set ourselves, read from the synthesized templates. */
import * as z from "zod/mini";

const resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
const template = z.object({ Resources: z._default(z.record(z.string(), resource), {}) });
type Resource = z.output<typeof resource>;

export interface Inventory {
  firewalls: number;
  firewallRules: number;
  keys: number;
  secrets: number;
  dashboards: number;
  /** Metrics that alarms look at. */
  alarms: number;
  /** Metrics that are not AWS's own: those of the functions, and those of each route where the API counts by route. */
  metrics: number;
  /** MB of each function, by its name in infra/settings/functions.ts. */
  memoryMb: Record<string, number>;
  /** Runs a month of what runs on a clock. */
  scheduledRuns: number[];
  /** The longest that a log is kept. */
  logDays: number;
  tracing: boolean;
  threatProtection: boolean;
  /** Whether Cognito sends its own mail, 50 a day. */
  cognitoMail: boolean;
  /** Requests a second that the API lets through. */
  apiPerSecond: number;
  /** SMS that the portal sends in a day at most. */
  smsPerDay: number;
  /** Types that cost something and that this file does not know. */
  unknownTypes: string[];
}

/** Types that are billed by use, which scripts/bench/cost/usage.ts counts, or not at all. */
const billedByUse =
  /^(Custom::|AWS::(CloudFormation|IAM|Lambda|ApiGatewayV2|S3|CloudFront|DynamoDB|Cognito|SQS|SNS|Events|Logs|KMS::Alias|SSM::Parameter|WAFv2::LoggingConfiguration|WAFv2::WebACLAssociation|CDK))/;
const known =
  /^AWS::(WAFv2::WebACL|KMS::Key|SecretsManager::Secret|CloudWatch::Alarm|CloudWatch::Dashboard)$/;

const daysOf = 30;
const minutesIn: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 };

/** `rate(15 minutes)`; throws for any other kind of schedule. */
function runsPerMonth(expression: unknown): number {
  const [, number, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? [];
  const minutes = Number(number) * (minutesIn[unit] ?? Number.NaN);
  if (Number.isNaN(minutes)) throw new Error(`The cost table does not know how often ${expression} is.`);
  return (daysOf * 24 * 60) / minutes;
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Names of metrics outside AWS's namespaces. */
function ownMetrics(alarms: readonly Resource[]): Set<string> {
  const direct = alarms.map(({ Properties }) => Properties);
  const inside = direct.flatMap(({ Metrics }) =>
    list(Metrics).map((each) => at(each, "MetricStat", "Metric")),
  );
  const named = [...direct, ...inside].filter((each) => {
    const namespace = at(each, "Namespace");
    return namespace !== undefined && !String(namespace).startsWith("AWS/");
  });
  return new Set(named.map((each) => String(at(each, "MetricName"))));
}

/** An alarm is billed for each metric that it reads. */
const metricsUnder = ({ Properties: { Metrics } }: Resource): number =>
  Metrics === undefined ? 1 : list(Metrics).filter((each) => at(each, "MetricStat") !== undefined).length;

/** Count, latencies, errors and bytes: what an HTTP API counts for each route. */
const metricsPerRoute = 6;

export function inventoryOf(templates: readonly unknown[]): Inventory {
  const resources = templates.flatMap((each) => Object.values(template.parse(each).Resources));
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const functions = of("AWS::Lambda::Function").map(({ Properties }) => Properties);
  const [stage] = of("AWS::ApiGatewayV2::Stage");
  const [pool] = of("AWS::Cognito::UserPool");
  const routes = of("AWS::ApiGatewayV2::Route").length;
  const alarms = of("AWS::CloudWatch::Alarm");
  const byRoute = at(stage, "Properties", "DefaultRouteSettings", "DetailedMetricsEnabled") === true;
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return {
    firewalls: of("AWS::WAFv2::WebACL").length,
    firewallRules: sum(of("AWS::WAFv2::WebACL").map(({ Properties }) => list(Properties.Rules).length)),
    keys: of("AWS::KMS::Key").length,
    secrets: of("AWS::SecretsManager::Secret").length,
    dashboards: of("AWS::CloudWatch::Dashboard").length,
    alarms: sum(alarms.map(metricsUnder)),
    metrics: ownMetrics(alarms).size + (byRoute ? routes * metricsPerRoute : 0),
    memoryMb: Object.fromEntries(
      functions.flatMap(({ FunctionName, MemorySize }) =>
        typeof FunctionName === "string"
          ? [[FunctionName.replace(/^Portal-[a-z]+-/, ""), Number(MemorySize)]]
          : [],
      ),
    ),
    scheduledRuns: of("AWS::Events::Rule").flatMap(({ Properties: { ScheduleExpression } }) =>
      ScheduleExpression === undefined ? [] : [runsPerMonth(ScheduleExpression)],
    ),
    logDays: Math.max(
      0,
      ...of("AWS::Logs::LogGroup").map(({ Properties }) => Number(Properties.RetentionInDays ?? 0)),
    ),
    tracing: functions.some((each) => at(each, "TracingConfig", "Mode") === "Active"),
    threatProtection: ["AUDIT", "ENFORCED"].includes(
      String(at(pool, "Properties", "UserPoolAddOns", "AdvancedSecurityMode")),
    ),
    cognitoMail: at(pool, "Properties", "EmailConfiguration", "EmailSendingAccount") === "COGNITO_DEFAULT",
    apiPerSecond: Number(at(stage, "Properties", "DefaultRouteSettings", "ThrottlingRateLimit") ?? 10_000),
    smsPerDay: Math.max(
      0,
      ...functions.map((each) => Number(at(each, "Environment", "Variables", "SMS_DAILY_CAP") ?? 0)),
    ),
    unknownTypes: [...new Set(resources.map(({ Type }) => Type))].filter(
      (type) => !known.test(type) && !billedByUse.test(type),
    ),
  };
}
