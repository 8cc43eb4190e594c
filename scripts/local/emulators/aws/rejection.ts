/** Why a signed request was turned away, and how each family of services words it. */

export type RejectionReason =
  | "missing"
  | "malformed"
  | "unknown-key"
  | "wrong-scope"
  | "skewed"
  | "expired"
  | "unsigned-header"
  | "signature-mismatch"
  | "payload-mismatch";

export interface Rejection {
  ok: false;
  status: number;
  code: string;
  message: string;
}

export class RejectedRequest extends Error {
  readonly reason: RejectionReason;
  constructor(reason: RejectionReason, detail = "") {
    super(detail);
    this.reason = reason;
  }
}

type Wording = readonly [status: number, code: string, message: string];

const mismatchMessage =
  "The request signature we calculated does not match the signature you provided. Check your ";

/** Source: S3 API reference, "List of error codes". */
const s3Wording: Record<RejectionReason, Wording> = {
  missing: [403, "AccessDenied", "Access Denied"],
  malformed: [
    400,
    "AuthorizationHeaderMalformed",
    "The authorization header that you provided is not valid.",
  ],
  "unknown-key": [
    403,
    "InvalidAccessKeyId",
    "The AWS Access Key Id you provided does not exist in our records.",
  ],
  "wrong-scope": [400, "AuthorizationHeaderMalformed", "The authorization header is malformed;"],
  skewed: [
    403,
    "RequestTimeTooSkewed",
    "The difference between the request time and the current time is too large.",
  ],
  expired: [403, "AccessDenied", "Request has expired"],
  "unsigned-header": [403, "AccessDenied", "There were headers present in the request which were not signed"],
  "signature-mismatch": [403, "SignatureDoesNotMatch", `${mismatchMessage}key and signing method.`],
  "payload-mismatch": [
    400,
    "XAmzContentSHA256Mismatch",
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
};

const invalidSignature = "InvalidSignatureException";
const jsonMismatch: Wording = [
  400,
  invalidSignature,
  `${mismatchMessage}AWS Secret Access Key and signing method. Consult the service documentation for details.`,
];
const incomplete: Wording = [
  400,
  "IncompleteSignatureException",
  "Authorization header requires 'Credential', 'Signature' and 'SignedHeaders' parameters.",
];

/** Source: AWS general reference, "Common errors" and the messages of KMS and DynamoDB. */
const jsonWording: Record<RejectionReason, Wording> = {
  missing: [400, "MissingAuthenticationTokenException", "Missing Authentication Token"],
  malformed: incomplete,
  "unknown-key": [
    400,
    "UnrecognizedClientException",
    "The security token included in the request is invalid.",
  ],
  "wrong-scope": [400, invalidSignature, "Credential should be scoped to a valid region."],
  skewed: [400, invalidSignature, "Signature expired:"],
  expired: [400, invalidSignature, "Signature expired:"],
  "unsigned-header": [400, invalidSignature, "Missing a required 'SignedHeader' in the AWS Authorization:"],
  "signature-mismatch": jsonMismatch,
  "payload-mismatch": jsonMismatch,
};

/** REST services (SES) answer 403 where the older JSON ones answer 400. */
export function wordRejection(rejected: RejectedRequest, service: string): Rejection {
  const [status, code, message] = (service === "s3" ? s3Wording : jsonWording)[rejected.reason];
  const detail = rejected.message === "" ? "" : ` ${rejected.message}`;
  return { ok: false, status: service === "ses" ? 403 : status, code, message: `${message}${detail}` };
}
