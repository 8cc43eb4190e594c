import { addScript } from "./add-script.ts";

/**
 * Stripe's own script, where people really pay at Stripe: it looks for signs of fraud while they choose how to pay. Nothing
 * of it is called: paying happens on Stripe's page (https://docs.stripe.com/js/including).
 */
export const loadStripeScript = (): Promise<void> =>
  addScript(({ stripeScript }) => (stripeScript ? "https://js.stripe.com/v3/" : undefined));
