/**
 * The `aws-chunked` body: chunks that are signed one after the other, or unsigned ones closed by a checksum.
 * Source: S3 API reference, "Signature calculations: transferring payload in multiple chunks" and
 * "... including trailing headers".
 */
import type { ServiceRequest } from "../emulator.ts";
import type { Authorization } from "./authorization.ts";
import { emptyHash, sameSignature, sha256, sign } from "./canonical-request.ts";
import { RejectedRequest } from "./rejection.ts";

export interface DecodedPayload {
  payload: Buffer;
  /** Lower-case names; what followed the last chunk, e.g. `x-amz-checksum-crc32`. */
  trailers: Record<string, string>;
}

const streamingKinds = new Map([
  ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", { signed: true, trailer: false }],
  ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", { signed: true, trailer: true }],
  ["STREAMING-UNSIGNED-PAYLOAD-TRAILER", { signed: false, trailer: true }],
]);

/** The payload and its trailers, or undefined when `contentHash` does not name a streaming kind. */
export function decodeStreamingBody(
  request: ServiceRequest,
  contentHash: string,
  authorization: Authorization,
  key: Buffer,
): DecodedPayload | undefined {
  const kind = streamingKinds.get(contentHash);
  if (!kind) return undefined;
  const body = new ChunkedBody(request.body);
  const chain = kind.signed ? new SignatureChain(authorization, key) : undefined;
  const payload = readChunks(body, chain);
  if (payload.length !== Number(request.headers["x-amz-decoded-content-length"])) {
    throw new RejectedRequest("incomplete-body");
  }
  const trailers = kind.trailer ? readTrailers(body, chain, request.headers["x-amz-trailer"] ?? "") : {};
  return { payload, trailers };
}

function readChunks(body: ChunkedBody, chain: SignatureChain | undefined): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const [size = "", ...extensions] = body.line().split(";");
    const length = /^[0-9a-f]+$/i.test(size) ? Number.parseInt(size, 16) : Number.NaN;
    if (Number.isNaN(length)) throw new RejectedRequest("incomplete-body");
    const chunk = length === 0 ? Buffer.alloc(0) : body.take(length);
    chain?.verifyChunk(chunk, extensions.join(";").replace("chunk-signature=", ""));
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk);
  }
}

function readTrailers(
  body: ChunkedBody,
  chain: SignatureChain | undefined,
  announced: string,
): Record<string, string> {
  const trailers: Record<string, string> = {};
  for (let line = body.line(); line !== ""; line = body.line()) {
    const [name = "", ...value] = line.split(":");
    trailers[name.trim().toLowerCase()] = value.join(":").trim();
  }
  const { "x-amz-trailer-signature": signature = "", ...rest } = trailers;
  chain?.verifyTrailers(rest, signature);
  const names = announced
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  if (names.sort().join() !== Object.keys(rest).sort().join()) throw new RejectedRequest("bad-trailer");
  return rest;
}

class ChunkedBody {
  readonly #bytes: Buffer;
  #position = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  line(): string {
    const end = this.#bytes.indexOf("\r\n", this.#position);
    if (end === -1) throw new RejectedRequest("incomplete-body");
    const line = this.#bytes.toString("latin1", this.#position, end);
    this.#position = end + 2;
    return line;
  }

  take(length: number): Buffer {
    const chunk = this.#bytes.subarray(this.#position, this.#position + length);
    this.#position += length;
    if (chunk.length !== length || this.line() !== "") throw new RejectedRequest("incomplete-body");
    return chunk;
  }
}

/** Every chunk's signature covers the one before it; the first covers the request's own. */
class SignatureChain {
  readonly #authorization: Authorization;
  readonly #key: Buffer;
  #previous: string;
  constructor(authorization: Authorization, key: Buffer) {
    this.#authorization = authorization;
    this.#key = key;
    this.#previous = authorization.signature;
  }

  verifyChunk(chunk: Buffer, signature: string): void {
    this.#verify("AWS4-HMAC-SHA256-PAYLOAD", [emptyHash, sha256(chunk)], signature);
  }

  verifyTrailers(trailers: Record<string, string>, signature: string): void {
    const text = Object.entries(trailers).map(([name, value]) => `${name}:${value}\n`);
    this.#verify("AWS4-HMAC-SHA256-TRAILER", [sha256(text.join(""))], signature);
  }

  #verify(algorithm: string, hashes: string[], signature: string): void {
    const { timestamp, scope } = this.#authorization;
    const expected = sign(this.#key, [algorithm, timestamp, scope, this.#previous, ...hashes].join("\n"));
    if (!sameSignature(expected, signature)) throw new RejectedRequest("signature-mismatch");
    this.#previous = signature;
  }
}
