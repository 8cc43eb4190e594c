/**
 * Whom Stripe bills, told without its SDK: whoever changes a record would wait for that to load. Source: Stripe API reference,
 * "Update a customer".
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type HttpResponse, NoAnswer, send } from "../../platform/http.ts";
import { readStripeCredentials } from "../../platform/secrets.ts";
import { optionalEnvironment } from "../../runtime/environment.ts";
import { failureOf, StripeFailed } from "./failure.ts";

export interface Payer {
  name: string;
  email: string;
  /** `03-1234-5678` */
  phone: string;
  postalCode: string;
  /** The prefecture's name. */
  prefecture: string;
  city: string;
  streetAddress: string;
}

const timeoutMs = 4000;

/**
 * Where invoices go, and the address that tax is computed by: as often as one likes the same. Throws `StripeFailed`, or 503
 * when our own credentials are missing or wrong.
 */
export async function updatePayer(stripeCustomerId: string, payer: Payer, attempts = 3): Promise<void> {
  const { secretKey } = await readStripeCredentials();
  const origin = optionalEnvironment("STRIPE_API_URL") ?? "https://api.stripe.com";
  const url = new URL(`/v1/customers/${encodeURIComponent(stripeCustomerId)}`, origin);
  const body = new URLSearchParams(parametersOf(payer)).toString();
  for (let attempt = 1; ; attempt += 1) {
    const failure = await post(url, body, secretKey);
    if (failure === undefined) return;
    if (attempt >= attempts || !isTransient(failure)) throw failure;
    await sleep(Math.random() * 250 * 2 ** attempt);
  }
}

const isTransient = (failure: unknown): boolean =>
  failure instanceof StripeFailed && failure.failure !== "refused";

async function post(url: URL, body: string, secretKey: string): Promise<Error | undefined> {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  try {
    return failureIn(await send({ method: "POST", url, headers, body, timeoutMs, reuseConnection: true }));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return new StripeFailed("unanswered", error);
  }
}

/** Stripe's sentences may quote what was sent: the cause names the status and the request. */
function failureIn({ status, headers, text }: HttpResponse): Error | undefined {
  if (status < 300) return undefined;
  const code = codeIn(text);
  const cause = new Error(
    `stripe: update of a customer ${status} ${code ?? ""} ${headers["request-id"] ?? ""}`,
  );
  return failureOf(status, cause, code);
}

function codeIn(text: string): string | undefined {
  try {
    const code: unknown = JSON.parse(text)?.error?.code;
    return typeof code === "string" ? code : undefined;
  } catch {
    return undefined;
  }
}

const parametersOf = ({ name, email, phone, postalCode, prefecture, city, streetAddress }: Payer) => ({
  name,
  email,
  phone,
  "address[country]": "JP",
  "address[postal_code]": postalCode,
  "address[state]": prefecture,
  "address[city]": city,
  "address[line1]": streetAddress,
});
