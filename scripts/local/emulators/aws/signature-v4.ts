/** AWS Signature Version 4 as the services check it: who signed, is it recent, and is it what arrived. */
import type { Clock, FindPrincipal, Principal, ServiceRequest } from "../emulator.ts";
import { type Authorization, readAuthorization } from "./authorization.ts";
import { sameSignature, sha256, sign, signingKey, stringToSign } from "./canonical-request.ts";
import { RejectedRequest, type Rejection, wordRejection } from "./rejection.ts";

export interface SigningScope {
  /** The name inside the credential scope: `s3`, `kms`, `ses`, `secretsmanager`, `dynamodb`. */
  service: string;
  region: string;
}

export type SignatureCheck = { ok: true; principal: Principal } | Rejection;

const longestSkew = 15 * 60 * 1000;
const unsignedPayload = "UNSIGNED-PAYLOAD";

/**
 * The principal that signed `request`, or the error that the real service answers.
 * Source: AWS "Signature Version 4 signing process"; S3 "Authenticating requests".
 */
export async function verifySignature(
  request: ServiceRequest,
  findPrincipal: FindPrincipal,
  scope: SigningScope,
  clock: Clock,
): Promise<SignatureCheck> {
  try {
    return check(request, findPrincipal, scope, clock());
  } catch (error) {
    if (error instanceof RejectedRequest) return wordRejection(error, scope.service);
    throw error;
  }
}

function check(
  request: ServiceRequest,
  findPrincipal: FindPrincipal,
  scope: SigningScope,
  now: number,
): SignatureCheck {
  const authorization = readAuthorization(request);
  const principal = findPrincipal(authorization.accessKeyId);
  if (!principal) throw new RejectedRequest("unknown-key");
  checkScope(authorization, scope);
  checkTime(authorization, now);
  checkSignedHeaders(request, authorization);

  const isS3 = scope.service === "s3";
  const contentHash = isS3 ? s3ContentHash(request, authorization) : sha256(request.body);
  const key = signingKey(principal.secretAccessKey, authorization);
  const expected = sign(key, stringToSign(request, authorization, contentHash));
  if (!sameSignature(expected, authorization.signature)) throw new RejectedRequest("signature-mismatch");

  if (isS3 && contentHash !== unsignedPayload && contentHash !== sha256(request.body)) {
    throw new RejectedRequest("payload-mismatch");
  }
  return { ok: true, principal };
}

function checkScope(authorization: Authorization, scope: SigningScope): void {
  if (authorization.region === scope.region && authorization.service === scope.service) return;
  const detail = `the region '${authorization.region}' is wrong; expecting '${scope.region}'`;
  throw new RejectedRequest("wrong-scope", scope.service === "s3" ? detail : "");
}

function checkTime({ signedAt, expiresIn, timestamp }: Authorization, now: number): void {
  if (expiresIn === undefined) {
    if (Math.abs(now - signedAt) > longestSkew) {
      throw new RejectedRequest("skewed", `${timestamp} against ${new Date(now).toISOString()}`);
    }
    return;
  }
  if (signedAt - now > longestSkew) throw new RejectedRequest("skewed");
  if (now >= signedAt + expiresIn * 1000) throw new RejectedRequest("expired");
}

/** A header that says what to do must be signed, else whoever is in between could change it. */
function checkSignedHeaders(request: ServiceRequest, authorization: Authorization): void {
  const mustBeSigned = Object.keys(request.headers).filter(
    (name) => name === "host" || name.startsWith("x-amz-"),
  );
  const missing = ["host", ...mustBeSigned].find((name) => !authorization.signedHeaders.includes(name));
  if (missing !== undefined) throw new RejectedRequest("unsigned-header", missing);
}

function s3ContentHash(request: ServiceRequest, { expiresIn }: Authorization): string {
  const inHeader = request.headers["x-amz-content-sha256"];
  if (expiresIn === undefined) {
    if (inHeader === undefined) throw new RejectedRequest("malformed");
    return inHeader;
  }
  return inHeader ?? request.url.searchParams.get("X-Amz-Content-Sha256") ?? unsignedPayload;
}
