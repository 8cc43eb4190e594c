/**
 * Figures for CloudWatch: a log line in its embedded metric format, so that nothing has to be called for them.
 * The namespace is what the environment's names begin with: `Portal-prod` of the function `Portal-prod-verify`.
 */
import { type MetricName, metricUnits, sourceDimension } from "../../shared/metrics.ts";
import { logLine } from "./log.ts";

type NameIn<Unit> = { [N in MetricName]: (typeof metricUnits)[N] extends Unit ? N : never }[MetricName];

export const count = (name: NameIn<"Count">, times = 1): void => write(name, times);

/** Fractions and clocks that differ do not matter: whole seconds, from 0. */
export const measureSeconds = (name: NameIn<"Seconds">, seconds: number): void =>
  write(name, Math.max(0, Math.round(seconds)));

function write(name: MetricName, value: number): void {
  const { namespace, source } = functionIdentity();
  const metrics = {
    Namespace: namespace,
    // Each further combination is one more metric to pay for.
    Dimensions: name === "Fulfilments" ? [[], [sourceDimension]] : [[]],
    Metrics: [{ Name: name, Unit: metricUnits[name] }],
  };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [metrics] };
  logLine({ level: "info", event: "metric", [name]: value, [sourceDimension]: source, _aws });
}

function functionIdentity(): { namespace: string; source: string } {
  const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? "";
  const [, namespace = "Portal-local", source = name] = /^(Portal-[a-z]+)-(.+)$/.exec(name) ?? [];
  return { namespace, source };
}
