import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod/mini";
import { CommandRefused } from "../command.ts";

const credentials = z.object({ secretKey: z.string().check(z.minLength(1)) });

/** With the portal's own API key. `origin`: Stripe's if missing. */
export async function stripeOfSecret(
  secretId: string,
  region: string,
  origin: string | undefined,
): Promise<Stripe> {
  const secrets = new SecretsManagerClient({ region });
  const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
  const parsed = credentials.safeParse(parseJson(SecretString));
  if (!parsed.success) throw new CommandRefused("Stripe's secret has no value yet.");
  return stripeAt(parsed.data.secretKey, origin);
}

export function stripeAt(secretKey: string, origin = "https://api.stripe.com"): Stripe {
  const { hostname, port, protocol } = new URL(origin);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    telemetry: false,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
