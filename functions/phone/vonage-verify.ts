/**
 * Vonage Verify v2, called directly: `@vonage/verify2` answers false alike for "no step left", "gone" and "no answer",
 * and the three mean different things here. Source: developer.vonage.com/en/api/verify.v2.
 */
import { randomUUID, sign } from "node:crypto";
import { limits } from "../../shared/limits.ts";
import { type HttpResponse, send } from "../platform/http.ts";
import { readVonageCredentials, type VonageCredentials } from "../platform/secrets.ts";
import { optionalEnvironment } from "../runtime/environment.ts";

/** Vonage refused or failed in a way that a customer can do nothing about. */
export class VonageFailed extends Error {
  constructor(call: string, status: number) {
    super(`${call}: ${status}`);
    this.name = "VonageFailed";
  }
}

const brand = "Denwa Plugin";
/** Two SMS, the second sent by itself: together they last as long as the screen promises. */
const smsSteps = 2;

export type Started =
  | { outcome: "started"; vonageRequestId: string }
  /** Another request to that number is in flight. */
  | { outcome: "in-flight"; vonageRequestId: string };

/** Sends the first SMS. `number` is `+81...`. Throws `NoAnswer` or `VonageFailed`. */
export async function startVerification(number: string): Promise<Started> {
  const to = number.replace("+", "");
  const { status, text } = await call("POST", "/v2/verify", {
    brand,
    locale: "ja-jp",
    code_length: limits.smsCodeDigits,
    channel_timeout: (limits.smsCodeMinutes * 60) / smsSteps,
    workflow: Array.from({ length: smsSteps }, () => ({ channel: "sms", to })),
  });
  const vonageRequestId: unknown = Reflect.get(Object(parseJson(text)), "request_id");
  if (typeof vonageRequestId === "string" && status === 202) return { outcome: "started", vonageRequestId };
  if (typeof vonageRequestId === "string" && status === 409) return { outcome: "in-flight", vonageRequestId };
  throw new VonageFailed("start", status);
}

/** Sends the next SMS of that request now. */
export async function sendNextStep(vonageRequestId: string): Promise<"sent" | "no-step-left" | "gone"> {
  const { status } = await call("POST", `/v2/verify/${encodeURIComponent(vonageRequestId)}/next_workflow`);
  if (status === 200) return "sent";
  if (status === 409) return "no-step-left";
  if (status === 404) return "gone";
  throw new VonageFailed("next step", status);
}

/** Vonage refuses within the first 30 seconds; one that is gone needs none. */
export async function cancelVerification(vonageRequestId: string): Promise<void> {
  const { status } = await call("DELETE", `/v2/verify/${encodeURIComponent(vonageRequestId)}`);
  if (![204, 404, 409].includes(status)) throw new VonageFailed("cancel", status);
}

/** `ended`: expired, too many wrong codes, or checked with success before. */
export async function checkCode(vonageRequestId: string, code: string): Promise<"right" | "wrong" | "ended"> {
  const { status } = await call("POST", `/v2/verify/${encodeURIComponent(vonageRequestId)}`, { code });
  if (status === 200) return "right";
  if (status === 400) return "wrong";
  if (status === 404 || status === 410) return "ended";
  throw new VonageFailed("check", status);
}

const timeoutMs = 4000;

async function call(method: "POST" | "DELETE", path: string, body?: unknown): Promise<HttpResponse> {
  const origin = optionalEnvironment("VONAGE_API_URL") ?? "https://api.nexmo.com";
  const headers = {
    authorization: `Bearer ${createToken(await readVonageCredentials())}`,
    "content-type": "application/json",
    accept: "application/json",
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return send({ method, url: new URL(path, origin), headers, ...content, timeoutMs });
}

const tokenLivesSeconds = 60;

/** RS256. Source: Vonage, "JSON Web Tokens". */
function createToken({ applicationId, privateKey }: VonageCredentials): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { application_id: applicationId, iat: now, exp: now + tokenLivesSeconds, jti: randomUUID() };
  const unsigned = [{ alg: "RS256", typ: "JWT" }, claims].map(toBase64Url).join(".");
  return `${unsigned}.${sign("sha256", Buffer.from(unsigned), privateKey).toString("base64url")}`;
}

const toBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
