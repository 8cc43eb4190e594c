import { measureSeconds } from "../runtime/metrics.ts";
import { oldestMailAt } from "../services/outbox.ts";

/** How long the oldest mail has been waiting: an alarm watches it. */
export async function measureBacklog(): Promise<void> {
  const oldest = await oldestMailAt();
  measureSeconds("OutboxAge", oldest === undefined ? 0 : (Date.now() - oldest) / 1000);
}
