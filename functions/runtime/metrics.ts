/**
 * CloudWatch metrics as log lines in the embedded metric format. The namespace is the prefix of the
 * function's name: `Portal-prod` for `Portal-prod-verify`.
 */
import { type MetricName, metricUnits, sourceDimension } from "#shared/metrics.ts";
import { optionalEnvironment } from "./environment.ts";
import { logLine } from "./log.ts";

type NameIn<Unit> = { [N in MetricName]: (typeof metricUnits)[N] extends Unit ? N : never }[MetricName];

export const countMetric = (name: NameIn<"Count">, times = 1): void => write(name, times);

/** Rounds to whole seconds. A negative value (clock skew) counts as 0. */
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
