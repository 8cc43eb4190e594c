import { optionalEnvironment } from "#functions/runtime/environment.ts";

/** The address if it is one of Stripe's own pages, or of the Stripe that the functions are pointed at; else null. */
export function stripePage(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? "");
  if (url === null) return null;
  const isStripes =
    url.protocol === "https:" && (url.hostname === "stripe.com" || url.hostname.endsWith(".stripe.com"));
  const configured = URL.parse(optionalEnvironment("STRIPE_API_URL") ?? "")?.origin;
  return isStripes || url.origin === configured ? url.href : null;
}
