/**
 * AWS Signature Version 4 as the services check it: what arrived is signed once more, by the SDK's own signer and with the key of
 * whoever is said to have signed it. Source: AWS "Signature Version 4 signing process"; S3 "Authenticating requests".
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Clock, FindPrincipal, Principal, ServiceRequest } from "../emulator.ts";
import { ServiceError } from "./service-error.ts";

export interface SigningScope {
  /** The name inside the credential scope: `s3`, `kms`, `ses`, `secretsmanager`, `dynamodb`. */
  service: string;
  region: string;
}

/** A request's claims about its signature. */
interface Authorization {
  accessKeyId: string;
  /** Lower-case. */
  signedHeaders: ReadonlySet<string>;
  signature: string;
  signingDate: Date;
  /** Seconds that a presigned URL lives; undefined when the header was signed. */
  expiresIn?: number;
}

const longestSkew = 15 * 60 * 1000;
const longestExpiry = 7 * 24 * 60 * 60;
const contentHash = "x-amz-content-sha256";

/** The principal that signed `request`. Throws the error that the real service answers. */
export async function verifySignature(
  request: ServiceRequest,
  findPrincipal: FindPrincipal,
  scope: SigningScope,
  clock: Clock,
): Promise<Principal> {
  const authorization = readAuthorization(request);
  if (typeof authorization === "string") throw refusalOf(authorization, scope);
  const principal = findPrincipal(authorization.accessKeyId);
  if (!principal) throw refusalOf("unknownKey", scope);
  const late = checkTime(authorization, clock());
  if (late) throw refusalOf(late, scope);
  const expected = await signatureOf(request, authorization, principal, scope);
  if (!isSame(expected, authorization.signature) || !isSignedBody(request))
    throw refusalOf("mismatch", scope);
  return principal;
}

function readAuthorization({ headers, url }: ServiceRequest): Authorization | "missing" | "malformed" {
  const query = url.searchParams;
  if (headers.authorization !== undefined) return readHeader(headers.authorization, headers["x-amz-date"]);
  if (!query.has("X-Amz-Signature")) return "missing";
  const expiresIn = Number(query.get("X-Amz-Expires") ?? Number.NaN);
  if (!(expiresIn >= 0 && expiresIn <= longestExpiry)) return "malformed";
  const names = ["X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature", "X-Amz-Date"];
  const [credential = "", signedHeaders = "", signature = "", date = ""] = names.map(
    (name) => query.get(name) ?? "",
  );
  return readParts({ credential, signedHeaders, signature, date, expiresIn });
}

function readHeader(header: string, date = ""): Authorization | "malformed" {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, credential = "", signedHeaders = "", signature = ""] = form.exec(header) ?? [];
  return readParts({ credential, signedHeaders, signature, date });
}

function readParts({
  credential,
  signedHeaders,
  date,
  ...parts
}: Record<"credential" | "signedHeaders" | "signature" | "date", string> & { expiresIn?: number }):
  | Authorization
  | "malformed" {
  const [accessKeyId] = credential.split("/");
  const isoDate = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const signingDate = new Date(isoDate);
  if (!accessKeyId || Number.isNaN(signingDate.getTime())) return "malformed";
  return {
    ...parts,
    accessKeyId,
    signingDate,
    signedHeaders: new Set(signedHeaders.toLowerCase().split(";")),
  };
}

function checkTime({ signingDate, expiresIn }: Authorization, now: number): "skewed" | "expired" | undefined {
  const age = now - signingDate.getTime();
  if (age < -longestSkew) return "skewed";
  if (expiresIn === undefined) return age > longestSkew ? "skewed" : undefined;
  return age >= expiresIn * 1000 ? "expired" : undefined;
}

async function signatureOf(
  request: ServiceRequest,
  { signedHeaders, signingDate, expiresIn }: Authorization,
  credentials: Principal,
  { service, region }: SigningScope,
): Promise<string> {
  // S3 signs the path as it is sent; every other service encodes it again.
  const uriEscapePath = service !== "s3";
  const signer = new SignatureV4({
    service,
    region,
    credentials,
    uriEscapePath,
    applyChecksum: false,
    sha256: Hash.bind(null, "sha256"),
  });
  const arrived = {
    method: request.method,
    protocol: request.url.protocol,
    hostname: request.url.hostname,
    path: request.target.split("?", 1)[0] ?? "/",
    query: Object.fromEntries(request.url.searchParams),
    headers: headersToSign(request, signedHeaders),
    body: request.body,
  };
  const signableHeaders = new Set(signedHeaders);
  if (expiresIn === undefined) {
    const { headers } = await signer.sign(arrived, { signingDate, signableHeaders });
    return headers.authorization?.split("Signature=")[1] ?? "";
  }
  const headers = { [contentHash]: "UNSIGNED-PAYLOAD", ...arrived.headers };
  const hashOnly = new Set([contentHash]);
  const { query } = await signer.presign(
    { ...arrived, headers },
    { signingDate, expiresIn, signableHeaders, unhoistableHeaders: hashOnly, unsignableHeaders: hashOnly },
  );
  return String(query?.["X-Amz-Signature"]);
}

/** A header with an instruction must be signed, because otherwise an intermediary could add it. */
function headersToSign({ headers }: ServiceRequest, signed: ReadonlySet<string>): Record<string, string> {
  const isSigned = (name: string) => signed.has(name) || name === "host" || name.startsWith("x-amz-");
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name)));
}

/** Constant in time, so that a forger learns nothing from how long the answer took. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isSignedBody({ headers, body }: ServiceRequest): boolean {
  const signed = headers[contentHash] ?? "UNSIGNED-PAYLOAD";
  return signed === "UNSIGNED-PAYLOAD" || signed === createHash("sha256").update(body).digest("hex");
}

/** Source: S3 API reference, "List of error codes"; AWS general reference, "Common errors". */
const refusals = {
  missing: { s3: "AccessDenied", others: "MissingAuthenticationTokenException", message: "Access Denied" },
  malformed: {
    s3: "AuthorizationHeaderMalformed",
    others: "IncompleteSignatureException",
    message: "The authorization is not valid.",
  },
  unknownKey: {
    s3: "InvalidAccessKeyId",
    others: "UnrecognizedClientException",
    message: "The access key is unknown.",
  },
  skewed: {
    s3: "RequestTimeTooSkewed",
    others: "InvalidSignatureException",
    message: "The difference between the request time and the current time is too large.",
  },
  expired: { s3: "AccessDenied", others: "InvalidSignatureException", message: "Request has expired" },
  mismatch: {
    s3: "SignatureDoesNotMatch",
    others: "InvalidSignatureException",
    message: "The request signature we calculated does not match the signature you provided.",
  },
} as const;

/** REST services (S3, SES) answer 403 where the JSON ones answer 400. */
function refusalOf(reason: keyof typeof refusals, { service }: SigningScope): ServiceError {
  const { s3, others, message } = refusals[reason];
  const isRest = service === "s3" || service === "ses";
  const status = isRest && reason !== "malformed" ? 403 : 400;
  return new ServiceError(service === "s3" ? s3 : others, message, status);
}
