/** Stripe's events: who sent them, and which of them have had their effect. */
import Stripe from "stripe";
import { readStripeCredentials } from "../../platform/secrets.ts";
import { getItem, type Put, WritesRefused, writeTogether } from "../../platform/table.ts";
import { Problem } from "../../runtime/problem.ts";

/** Stripe sends an event again for three days, and a person can for thirty. */
const rememberedDays = 40;
/** Older signatures could be somebody's who recorded them. */
const toleranceSeconds = 300;

export type StripeEvent = Stripe.Event;
export type EventOf<T extends StripeEvent["type"]> = Extract<StripeEvent, { type: T }>;

/** Throws 400 unless Stripe signed these very bytes within the last minutes, by any secret that is valid now. */
export async function verifyEvent(body: string, signature: string): Promise<Stripe.Event> {
  const { secretKey, webhookSecrets } = await readStripeCredentials();
  const { webhooks } = new Stripe(secretKey);
  for (const secret of webhookSecrets) {
    const event = await webhooks
      .constructEventAsync(body, signature, secret, toleranceSeconds)
      .catch(() => undefined);
    if (event) return event;
  }
  throw new Problem("bad_request");
}

const key = (eventId: string) => ({ pk: `STRIPE_EVENT#${eventId}`, sk: "SEEN" });

export const isSeen = async (eventId: string): Promise<boolean> =>
  (await getItem(key(eventId))) !== undefined;

/** Part of the transaction that is the event's effect; refused when it had it before. */
export const seen = (eventId: string): Put => {
  const now = Date.now();
  return {
    put: {
      ...key(eventId),
      at: new Date(now).toISOString(),
      expiresAt: Math.ceil(now / 1000) + rememberedDays * 24 * 60 * 60,
    },
    condition: "attribute_not_exists(pk)",
  };
};

/** For an event without an effect of its own. */
export async function markSeen(eventId: string | undefined): Promise<void> {
  if (eventId === undefined) return;
  try {
    await writeTogether([seen(eventId)]);
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
  }
}
