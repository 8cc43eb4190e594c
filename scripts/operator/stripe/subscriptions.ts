/** A customer's subscriptions. Source: Stripe API reference. */
import Stripe from "stripe";
import type { Profile } from "../../../functions/customer/profile.ts";
import { CommandRefused, type Target } from "../command.ts";

type Payer = Pick<Profile, "stripeCustomerId"> | undefined;

const over: readonly string[] = ["canceled", "incomplete_expired"];

/** Subscriptions that have not ended. */
export const liveSubscriptions = (payer: Payer, target: Target) =>
  askStripe(payer, target, async (stripe, customer) => {
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    return data.filter(({ status }) => !over.includes(status)).map(({ id, status }) => ({ id, status }));
  });

/** Does nothing for an unknown customer. Omits Stripe's messages, which may quote what was sent. */
export async function askStripe<T>(
  payer: Payer,
  { stripe }: Target,
  work: (stripe: Stripe, customer: string) => Promise<T[]>,
): Promise<T[]> {
  const customer = payer?.stripeCustomerId;
  if (customer === undefined) return [];
  try {
    return await work(await stripe(), customer);
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    const { type, statusCode = "no answer", code = "" } = cause;
    throw new CommandRefused(
      `Stripe did not say what ${customer} pays (${type} ${statusCode} ${code}): run it again once it does.`,
      { cause },
    );
  }
}
