import { comparedMetrics } from "../../../shared/metrics.ts";
import { oldestMailAt } from "../../mail/outbox.ts";
import { count, measureSeconds } from "../../runtime/metrics.ts";

/** Metrics that every run publishes, for alarms. */
export async function measureBacklog(): Promise<void> {
  for (const name of comparedMetrics) count(name, 0);
  const oldest = await oldestMailAt();
  measureSeconds("OutboxAge", oldest === undefined ? 0 : (Date.now() - oldest) / 1000);
}
