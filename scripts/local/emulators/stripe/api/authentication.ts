import type { ServiceRequest } from "../../emulator.ts";
import { StripeError } from "./stripe-error.ts";

/** Throws 401 unless the request carries the account's secret key as bearer token. Source: API reference, "Authentication". */
export function checkKey({ headers }: ServiceRequest, secretKey: string): void {
  if (headers.authorization === `Bearer ${secretKey}`) return;
  throw new StripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided." }, true);
}
