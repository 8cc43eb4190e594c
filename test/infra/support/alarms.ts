/** An alarm as CloudFormation has it, and the metrics that it reads. */
import * as z from "zod/mini";

const metricSchema = z.object({ Namespace: z.string(), MetricName: z.string() });
export const alarmSchema = z.object({
  AlarmName: z.string(),
  ComparisonOperator: z.string(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
  MetricName: z.optional(z.string()),
  Namespace: z.optional(z.string()),
  Statistic: z.optional(z.string()),
  Dimensions: z.optional(z.unknown()),
  Metrics: z.optional(
    z.array(
      z.object({
        Id: z.string(),
        Expression: z.optional(z.string()),
        MetricStat: z.optional(z.object({ Metric: metricSchema, Stat: z.string() })),
      }),
    ),
  ),
});
export type Alarm = z.output<typeof alarmSchema>;

/** A metric under an alarm, by its id in the alarm's expression. */
export interface Series {
  id: string;
  namespace: string;
  name: string;
  statistic: string;
}

export function seriesOf({ MetricName = "", Namespace = "", Statistic = "", Metrics }: Alarm): Series[] {
  if (!Metrics) return [{ id: "single", namespace: Namespace, name: MetricName, statistic: Statistic }];
  return Metrics.flatMap(({ Id: id, MetricStat }) => {
    if (!MetricStat) return [];
    const { Metric, Stat } = MetricStat;
    return [{ id, namespace: Metric.Namespace, name: Metric.MetricName, statistic: Stat }];
  });
}
