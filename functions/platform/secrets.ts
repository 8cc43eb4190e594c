/** Reads secrets from Secrets Manager: credentials for Stripe, Vonage and the canary, and signing keys. */
import { createPrivateKey } from "node:crypto";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { log } from "#functions/runtime/log.ts";
import { secretsManager } from "./aws-clients.ts";

function isPem(text: string): boolean {
  try {
    return createPrivateKey(text).type === "private";
  } catch {
    return false;
  }
}

const filled = z.string().check(z.minLength(1));

const vonageCredentials = z.object({
  applicationId: filled,
  privateKey: z.string().check(z.refine(isPem)),
});

const vonageAccount = z.object({ apiKey: filled, apiSecret: filled });

const stripeCredentials = z.object({
  secretKey: filled,
  /** Two while a secret is rotated. */
  webhookSecrets: z.array(filled).check(z.minLength(1)),
});

const canaryCredentials = z.object({ loginId: filled, password: filled });

const unsubscribeKeys = z.object({
  key: filled,
  /** Verifies links in mail that was sent before the key was changed. */
  previousKey: z.optional(filled),
});

/** Each throws 503 and logs the secret's name if it has no value yet or cannot be read. */
export const readVonageCredentials = () => readCredentials("VONAGE_SECRET_ID", vonageCredentials);
/** Reads the credentials of the main account; customers have subaccounts. */
export const readVonageAccount = () => readCredentials("VONAGE_SECRET_ID", vonageAccount);
export const readStripeCredentials = () => readCredentials("STRIPE_SECRET_ID", stripeCredentials);
/** Reads the login ID and the password of the canary's customer. */
export const readCanaryCredentials = () => readCredentials("CANARY_SECRET_ID", canaryCredentials);
/** The signing keys of unsubscribe links. */
export const readUnsubscribeKeys = () => readCredentials("UNSUBSCRIBE_SECRET_ID", unsubscribeKeys);

type Setting = "CANARY_SECRET_ID" | "STRIPE_SECRET_ID" | "UNSUBSCRIBE_SECRET_ID" | "VONAGE_SECRET_ID";

async function readCredentials<S extends z.ZodMiniType>(setting: Setting, schema: S): Promise<z.output<S>> {
  const cache = cacheOfClient();
  const value = await readCached(setting, cache);
  const credentials = schema.safeParse(value);
  if (credentials.success) {
    cache.set(setting, { value, until: Date.now() + cachedForMs, ...cache.get(setting) });
    return credentials.data;
  }
  cache.delete(setting);
  log("error", "secret has no value", { setting });
  throw new HttpError("unavailable");
}

/** A changed secret takes effect without a deployment. */
const cachedForMs = 5 * 60 * 1000;
type Cache = Map<Setting, { value: unknown; until: number }>;
const caches = new WeakMap<object, Cache>();

function cacheOfClient(): Cache {
  const client = secretsManager();
  const cache = caches.get(client) ?? new Map();
  caches.set(client, cache);
  return cache;
}

async function readCached(setting: Setting, cache: Cache): Promise<unknown> {
  const cached = cache.get(setting);
  if (cached && cached.until > Date.now()) return cached.value;
  cache.delete(setting);
  return parseJson(await readSecret(setting));
}

async function readSecret(setting: Setting): Promise<unknown> {
  const command = new GetSecretValueCommand({ SecretId: environment(setting) });
  try {
    return (await secretsManager().send(command, untilDeadline())).SecretString;
  } catch (cause) {
    log("error", "secret cannot be read", { setting });
    throw new HttpError("unavailable", { cause });
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
