import Stripe from "stripe";

export function stripeAt(secretKey: string, origin = "https://api.stripe.com"): Stripe {
  const { hostname, port, protocol } = new URL(origin);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    telemetry: false,
  });
}
