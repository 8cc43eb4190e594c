/**
 * CloudWatch metrics as log lines in the embedded metric format, without an API call.
 * The namespace is what the environment's names begin with: `Portal-prod` of the function `Portal-prod-verify`.
 */
import { type MetricName, metricUnits, sourceDimension } from "#shared/metrics.ts";
import { optionalEnvironment } from "./environment.ts";
import { logLine } from "./log.ts";

type NameIn<Unit> = { [N in MetricName]: (typeof metricUnits)[N] extends Unit ? N : never }[MetricName];

export const countMetric = (name: NameIn<"Count">, times = 1): void => write(name, times);

/** Whole seconds, not below 0 (clock skew). */
export const measureSeconds = (name: NameIn<"Seconds">, seconds: number): void =>
  write(name, Math.max(0, Math.round(seconds)));

/** 0 to 100. */
export const measurePercent = (name: NameIn<"Percent">, percent: number): void => write(name, percent);

function write(name: MetricName, value: number): void {
  const { namespace, source } = functionIdentity();
  const metrics = {
    Namespace: namespace,
    // Each combination of dimensions is billed as one metric.
    Dimensions: name === "Fulfilments" ? [[], [sourceDimension]] : [[]],
    Metrics: [{ Name: name, Unit: metricUnits[name] }],
  };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [metrics] };
  logLine({ level: "info", event: "metric", [name]: value, [sourceDimension]: source, _aws });
}

function functionIdentity(): { namespace: string; source: string } {
  const name = optionalEnvironment("AWS_LAMBDA_FUNCTION_NAME") ?? "";
  const [, namespace = "Portal-local", source = name] = /^(Portal-[a-z]+)-(.+)$/.exec(name) ?? [];
  return { namespace, source };
}
