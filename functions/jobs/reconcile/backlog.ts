import { oldestMailAt } from "#functions/mail/outbox.ts";
import { count, measureSeconds } from "#functions/runtime/metrics.ts";
import { comparedMetrics } from "#shared/metrics.ts";

/** Metrics that every run publishes, for alarms. */
export async function measureBacklog(): Promise<void> {
  for (const name of comparedMetrics) count(name, 0);
  const oldest = await oldestMailAt();
  measureSeconds("OutboxAge", oldest === undefined ? 0 : (Date.now() - oldest) / 1000);
}
