/** Verify v2. Source: developer.vonage.com/en/api/verify.v2. */
import { createHmac } from "node:crypto";
import { Channels } from "@vonage/verify2";
import { VetchError } from "@vonage/vetch";
import * as z from "zod/mini";
import { readVonageCredentials } from "#functions/platform/secrets.ts";
import { sleepUntilDeadline } from "#functions/runtime/deadline.ts";
import { limits } from "#shared/limits.ts";
import { productName } from "#shared/site/product.ts";
import { onceMoreIfCutOff, statusOf, VonageCallError, vonageClient } from "./vonage.ts";

/**
 * The workflows of a request. Vonage sends the second SMS automatically. No workflow of an SMS has a call in
 * it: Vonage would call people without their request (docs/decisions/0039).
 */
const workflows = {
  sms: [Channels.SMS, Channels.SMS],
  voice: [Channels.VOICE, Channels.SMS],
} as const;
export type Channel = keyof typeof workflows;

/** Lifetime of a request, as the screen says. */
export const requestMs = limits.smsCodeMinutes * 60_000;
/** Time between two steps of a workflow, and after the last one. */
export const stepMs = requestMs / 2;

/** Up to four calls to Vonage must fit into the ten seconds of an API request. */
const startTimeoutMs = 3000;
const timeoutMs = 2000;

const verifyClient = async (limitMs: number) => vonageClient(await readVonageCredentials(), limitMs).verify2;

export type Started =
  | { outcome: "started"; vonageRequestId: string }
  /** Another request to that number is in progress. */
  | { outcome: "in-flight"; vonageRequestId: string };

/** Returns the code of a seed. The code is not stored, and a voice call can repeat it. */
export async function codeOf(seed: string): Promise<string> {
  const { privateKey } = await readVonageCredentials();
  const number = createHmac("sha256", privateKey).update(`sms-code:${seed}`).digest().readUIntBE(0, 6);
  return String(number % 10 ** limits.codeDigits).padStart(limits.codeDigits, "0");
}

/** Starts a request: sends the first SMS, or calls. `number` is `+81...`. Throws `VonageCallError`. */
export async function startVerification(number: string, seed: string, by: Channel): Promise<Started> {
  const to = number.replace("+", "");
  const code = await codeOf(seed);
  const verify2 = await verifyClient(startTimeoutMs);
  try {
    // Vonage refuses a second request to that number while the first one is in progress.
    const { requestId } = await onceMoreIfCutOff(() =>
      verify2.newRequest({
        // At most 16 characters.
        brand: productName.short,
        locale: "ja-jp",
        code,
        channelTimeout: stepMs / 1000,
        workflow: workflows[by].map((channel) => ({ channel, to })),
      }),
    );
    return { outcome: "started", vonageRequestId: z.parse(z.string(), requestId) };
  } catch (error) {
    const vonageRequestId = await requestInFlight(error);
    if (vonageRequestId === undefined) throw new VonageCallError("start", error);
    return { outcome: "in-flight", vonageRequestId };
  }
}

/** Three seconds in all. */
const pausesMs = [500, 1000, 1500];

/**
 * Like `startVerification`, after a request to that number was cancelled, which may block the number for
 * about twelve seconds. Tries again for three seconds, then throws `NumberBlocked`. Source:
 * github.com/Vonage/vonage-node-sdk/issues/1036.
 */
export async function startAfterCancelled(
  number: string,
  { seed, by, cancelled }: { seed: string; by: Channel; cancelled: string },
): Promise<Started> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const started = await startVerification(number, seed, by);
    if (started.outcome === "started" || started.vonageRequestId !== cancelled) return started;
    if (pauseMs !== undefined) await sleepUntilDeadline(pauseMs);
  }
  throw new NumberBlocked();
}

/** No code was sent, because the number is blocked for some seconds. */
export class NumberBlocked extends Error {
  readonly retryAfterSeconds = 15;
}

const conflict = z.object({ request_id: z.string() });

async function requestInFlight(error: unknown): Promise<string | undefined> {
  if (!(error instanceof VetchError) || error.response?.status !== 409) return undefined;
  return conflict.safeParse(await error.response.json().catch(() => undefined)).data?.request_id;
}

/**
 * Sends the next SMS of that request now. False means unknown: there may be no step left, the request may
 * have ended, or the SMS was sent and the response was lost.
 */
export async function sendNextStep(vonageRequestId: string): Promise<boolean> {
  const verify2 = await verifyClient(timeoutMs);
  return verify2.nextWorkflow(vonageRequestId);
}

/**
 * Cancels that request. Vonage refuses within the first 30 seconds. False means unknown: the request may have
 * ended.
 */
export async function cancelVerification(vonageRequestId: string): Promise<boolean> {
  const verify2 = await verifyClient(timeoutMs);
  return verify2.cancel(vonageRequestId);
}

export type CheckResult = "right" | "wrong" | "too-many-wrong" | "gone";

const checkResults: Partial<Record<number, CheckResult>> = {
  400: "wrong",
  404: "gone",
  410: "too-many-wrong",
};

/**
 * Checks a code. `gone`: the request expired, was ended by wrong codes, or verified before. Throws
 * `VonageCallError`.
 */
export async function checkCode(vonageRequestId: string, code: string): Promise<CheckResult> {
  const verify2 = await verifyClient(startTimeoutMs);
  try {
    await verify2.checkCode(vonageRequestId, code);
    return "right";
  } catch (error) {
    const result = checkResults[statusOf(error) ?? 0];
    if (result === undefined) throw new VonageCallError("check", error);
    return result;
  }
}
