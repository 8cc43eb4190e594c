/** Stripe events that were handled, so that a repeated event is skipped. Handling it again would be safe too. */
import { getItem, updateItem } from "#functions/platform/table.ts";

/** Stripe retries for three days; a person can resend an event for thirty. */
const keptDays = 40;

const key = (eventId: string) => ({ pk: `STRIPE_EVENT#${eventId}`, sk: "SEEN" });

export const isSeen = async (eventId: string): Promise<boolean> =>
  (await getItem(key(eventId))) !== undefined;

export async function markSeen(eventId: string): Promise<void> {
  const now = Date.now();
  await updateItem({
    update: key(eventId),
    expression: "SET #at = :at, expiresAt = :expiresAt",
    names: { "#at": "at" },
    values: {
      ":at": new Date(now).toISOString(),
      ":expiresAt": Math.ceil(now / 1000) + keptDays * 24 * 60 * 60,
    },
  });
}
