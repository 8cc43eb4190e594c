/** Where AWS's services are, and requests to them signed with the function's role. */
import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { environment } from "../runtime/environment.ts";

/** `host` is the service's own name in an endpoint, `variable` the end of `AWS_ENDPOINT_URL_<SERVICE>`. */
export const services = {
  "cognito-idp": {
    host: "cognito-idp",
    variable: "COGNITO_IDENTITY_PROVIDER",
    contentType: "application/x-amz-json-1.1",
  },
  dynamodb: { host: "dynamodb", variable: "DYNAMODB", contentType: "application/x-amz-json-1.0" },
  kms: { host: "kms", variable: "KMS", contentType: "application/x-amz-json-1.1" },
  secretsmanager: {
    host: "secretsmanager",
    variable: "SECRETS_MANAGER",
    contentType: "application/x-amz-json-1.1",
  },
  ses: { host: "email", variable: "SESV2", contentType: "application/json" },
  s3: { host: "s3", variable: "S3", contentType: "application/octet-stream" },
} as const;
export type ServiceName = keyof typeof services;

export function endpointOf(service: ServiceName): URL {
  const { host, variable } = services[service];
  const region = environment("AWS_REGION");
  const given = process.env[`AWS_ENDPOINT_URL_${variable}`] || process.env.AWS_ENDPOINT_URL;
  return new URL(given || `https://${host}.${region}.amazonaws.com`);
}

class Sha256 {
  #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", toBytes(secret));
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(chunk));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error("A hash is used once.");
  }
}

const toBytes = (source: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof source === "string") return source;
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
};

const signers = new Map<ServiceName, SignatureV4>();

/** Signs with the function's role, whose keys Lambda puts into the environment. */
export function signerOf(service: ServiceName): SignatureV4 {
  const known = signers.get(service);
  if (known) return known;
  const signer = new SignatureV4({
    service,
    region: async () => environment("AWS_REGION"),
    credentials: async () => ({
      accessKeyId: environment("AWS_ACCESS_KEY_ID"),
      secretAccessKey: environment("AWS_SECRET_ACCESS_KEY"),
      ...(process.env.AWS_SESSION_TOKEN ? { sessionToken: process.env.AWS_SESSION_TOKEN } : {}),
    }),
    sha256: Sha256,
    applyChecksum: false,
    uriEscapePath: service !== "s3",
  });
  signers.set(service, signer);
  return signer;
}

/** A URL as the signer takes it. */
export const signable = ({ protocol, hostname, port, pathname }: URL) => ({
  protocol,
  hostname,
  ...(port === "" ? {} : { port: Number(port) }),
  path: pathname,
});
