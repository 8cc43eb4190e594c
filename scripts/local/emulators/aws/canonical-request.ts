/** Signature V4's arithmetic: the canonical request rebuilt from what arrived, and the key that signs it. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { ServiceRequest } from "../emulator.ts";
import type { Authorization } from "./authorization.ts";
import { RejectedRequest } from "./rejection.ts";

export function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

export function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** By what they are made of: a client signs with the same key for a day. */
const signingKeys = new Map<string, Buffer>();

export function signingKey(secretAccessKey: string, { date, region, service }: Authorization): Buffer {
  const parts = [date, region, service, "aws4_request"];
  const name = [secretAccessKey, ...parts].join("/");
  const known = signingKeys.get(name);
  if (known) return known;
  const key = parts.reduce<Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  signingKeys.set(name, key);
  return key;
}

/** The text that the client must have signed; `payloadHash` stands for the body in it. */
export function stringToSign(
  request: ServiceRequest,
  authorization: Authorization,
  payloadHash: string,
): string {
  const canonicalRequest = [
    request.method,
    canonicalPath(request.target, authorization.service === "s3"),
    canonicalQuery(request.target),
    ...authorization.signedHeaders.map((name) => `${name}:${canonicalHeader(request.headers[name])}`),
    "",
    authorization.signedHeaders.join(";"),
    payloadHash,
  ].join("\n");
  return ["AWS4-HMAC-SHA256", authorization.timestamp, authorization.scope, sha256(canonicalRequest)].join(
    "\n",
  );
}

/** Constant in time, so that a forger learns nothing from how long the answer took. */
export function sameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function canonicalHeader(value: string | undefined): string {
  return (value ?? "").trim().replace(/ +/g, " ");
}

/** S3 signs the path encoded once and never resolves `..`; every other service encodes what was sent again. */
function canonicalPath(target: string, isS3: boolean): string {
  const path = target.split("?", 1)[0] ?? "/";
  const encodeSegment = isS3 ? (segment: string) => encode(decode(segment)) : encode;
  return path.split("/").map(encodeSegment).join("/");
}

function canonicalQuery(target: string): string {
  const start = target.indexOf("?");
  if (start === -1) return "";
  return target
    .slice(start + 1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [encode(decode(name)), encode(decode(value.join("=")))];
    })
    .filter(([name]) => name !== "X-Amz-Signature")
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RejectedRequest("signature-mismatch");
  }
}
