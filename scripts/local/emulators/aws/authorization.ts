/** Reads who signed a request, when and for what: from the Authorization header, or from a presigned URL. */
import type { ServiceRequest } from "../emulator.ts";
import { RejectedRequest } from "./rejection.ts";

export interface Authorization {
  accessKeyId: string;
  /** `20260131/ap-northeast-1/s3/aws4_request` */
  scope: string;
  date: string;
  region: string;
  service: string;
  /** Lower-case, in the order given. */
  signedHeaders: readonly string[];
  signature: string;
  /** ISO 8601 basic, as signed: `20260131T090000Z`. */
  timestamp: string;
  /** The same in milliseconds since the epoch. */
  signedAt: number;
  /** Seconds that a presigned URL lives; undefined when the header was signed. */
  expiresIn: number | undefined;
}

const algorithm = "AWS4-HMAC-SHA256";
const longestExpiry = 7 * 24 * 60 * 60;

export function readAuthorization(request: ServiceRequest): Authorization {
  const header = request.headers.authorization;
  if (header !== undefined) return readHeader(header, request.headers["x-amz-date"] ?? "");
  if (request.url.searchParams.has("X-Amz-Signature")) return readQuery(request.url.searchParams);
  throw new RejectedRequest("missing");
}

function readHeader(header: string, timestamp: string): Authorization {
  const [scheme, ...rest] = header.split(" ");
  if (scheme !== algorithm) throw new RejectedRequest("malformed");
  const fields = new Map(
    rest
      .join("")
      .split(",")
      .map((field): [string, string] => {
        const [name = "", ...value] = field.split("=");
        return [name.trim(), value.join("=")];
      }),
  );
  return assemble({
    credential: fields.get("Credential"),
    signedHeaders: fields.get("SignedHeaders"),
    signature: fields.get("Signature"),
    timestamp,
    expiresIn: undefined,
  });
}

function readQuery(query: URLSearchParams): Authorization {
  if (query.get("X-Amz-Algorithm") !== algorithm) throw new RejectedRequest("malformed");
  const expiresIn = Number(query.get("X-Amz-Expires") ?? Number.NaN);
  if (!Number.isInteger(expiresIn) || expiresIn < 0 || expiresIn > longestExpiry)
    throw new RejectedRequest("malformed");
  return assemble({
    credential: query.get("X-Amz-Credential"),
    signedHeaders: query.get("X-Amz-SignedHeaders"),
    signature: query.get("X-Amz-Signature"),
    timestamp: query.get("X-Amz-Date") ?? "",
    expiresIn,
  });
}

interface Parts {
  credential: string | null | undefined;
  signedHeaders: string | null | undefined;
  signature: string | null | undefined;
  timestamp: string;
  expiresIn: number | undefined;
}

function assemble(parts: Parts): Authorization {
  const { credential, signedHeaders, signature, timestamp, expiresIn } = parts;
  if (!credential || !signedHeaders || !signature) throw new RejectedRequest("malformed");
  const [accessKeyId, date, region, service, terminator] = credential.split("/");
  if (!accessKeyId || !date || !region || !service || terminator !== "aws4_request") {
    throw new RejectedRequest("malformed");
  }
  const signedAt = parseTimestamp(timestamp);
  if (Number.isNaN(signedAt) || !timestamp.startsWith(date)) throw new RejectedRequest("malformed");
  return {
    accessKeyId,
    scope: `${date}/${region}/${service}/aws4_request`,
    date,
    region,
    service,
    signedHeaders: signedHeaders.toLowerCase().split(";"),
    signature,
    timestamp,
    signedAt,
    expiresIn,
  };
}

function parseTimestamp(timestamp: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
