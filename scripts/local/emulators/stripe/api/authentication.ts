/** The secret key, as Bearer token or as Basic user name. Source: API reference, "Authentication". */
import type { ServiceRequest } from "../../emulator.ts";
import { StripeError } from "./stripe-error.ts";

/** Throws 401 unless the request carries the account's secret key. */
export function checkKey({ headers }: ServiceRequest, secretKey: string): void {
  const key = keyOf(headers.authorization ?? "");
  if (key === secretKey) return;
  throw new StripeError(
    401,
    {
      type: "invalid_request_error",
      message:
        key === ""
          ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details."
          : `Invalid API Key provided: ${mask(key)}`,
    },
    true,
  );
}

function keyOf(authorization: string): string {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
}

/** `sk_test_*****abcd`, as Stripe repeats a wrong key. */
function mask(key: string): string {
  const [prefix = ""] = /^(?:[a-z]+_[a-z]+_)?/.exec(key) ?? [];
  const hidden = Math.max(0, key.length - prefix.length - 4);
  return `${prefix}${"*".repeat(hidden)}${key.slice(prefix.length + hidden)}`;
}

/** Throws 400 for a `Stripe-Version` that is none. The emulator speaks one version whatever is asked for. */
export function checkVersion({ headers }: ServiceRequest): void {
  const version = headers["stripe-version"];
  if (version === undefined || /^\d{4}-\d{2}-\d{2}(\.[a-z_]+)?$/.test(version)) return;
  throw new StripeError(
    400,
    { type: "invalid_request_error", message: `Invalid Stripe API version: ${version}` },
    true,
  );
}
