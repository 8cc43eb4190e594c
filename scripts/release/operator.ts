/** Who runs a command, for the audit trail. */
import { createHash, createHmac } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { SignatureV4 } from "@smithy/signature-v4";
import { ReleaseRefused } from "./releases.ts";

interface Caller {
  region: string;
  credentials(): Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;
  env: NodeJS.ProcessEnv;
}

/** At a local cloud everybody is the one operator: whoever is at this machine. */
export const localOperator = (): string => `${userInfo().username}@${hostname()}`;

/**
 * The ARN that AWS knows these credentials by. Everybody may ask that; whoever gets no answer is refused, because a change
 * without a name is worse than none. Source: STS API reference, GetCallerIdentity.
 */
export async function awsOperator({ region, credentials, env }: Caller): Promise<string> {
  const endpoint = new URL(
    env.AWS_ENDPOINT_URL_STS || env.AWS_ENDPOINT_URL || `https://sts.${region}.amazonaws.com`,
  );
  const signer = new SignatureV4({ service: "sts", region, credentials, sha256: Sha256 });
  const body = "Action=GetCallerIdentity&Version=2011-06-15";
  const request = {
    method: "POST",
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    ...(endpoint.port === "" ? {} : { port: Number(endpoint.port) }),
    path: "/",
    headers: { host: endpoint.host, "content-type": "application/x-www-form-urlencoded" },
    body,
  };
  const { headers } = await signer.sign(request).catch((cause: unknown) => {
    throw new ReleaseRefused("No AWS credentials are found: sign in, or name a profile in AWS_PROFILE.", {
      cause,
    });
  });
  const response = await fetch(endpoint, { method: "POST", headers, body }).catch((cause: unknown) => {
    throw new ReleaseRefused(`${endpoint.host} cannot be reached to ask who you are.`, { cause });
  });
  const arn = /<Arn>(arn:[^<]+)<\/Arn>/.exec(await response.text())?.[1];
  if (!response.ok || arn === undefined) {
    throw new ReleaseRefused(`AWS does not know these credentials (${response.status}): sign in again.`);
  }
  return arn;
}

class Sha256 {
  #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(chunk));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error("A hash is used once.");
  }
}

const bytesOf = (source: string | ArrayBuffer | ArrayBufferView): Uint8Array =>
  typeof source === "string"
    ? Buffer.from(source)
    : ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
