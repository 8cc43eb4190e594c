/** PutObject and DeleteObject. */

import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ServiceError } from "../aws/service-error.ts";
import type { ServiceResponse } from "../emulator.ts";
import { authorize, type S3Call } from "./s3-operation.ts";

/** Header name to base64 value, e.g. `x-amz-checksum-crc32` to `NhCmhg==`. */
type Checksums = Record<string, string>;

const prefix = "x-amz-checksum-";

const algorithms: Record<string, (payload: Buffer) => string> = {
  crc32(payload) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(payload));
    return bytes.toString("base64");
  },
  sha256: (payload) => createHash("sha256").update(payload).digest("base64"),
};

/** The checksums among `fields` (headers or trailers), each found right; BadDigest otherwise. */
function verifiedChecksums(fields: Readonly<Record<string, string>>, payload: Buffer): Checksums {
  const given = Object.entries(fields).filter(
    ([name]) => name.startsWith(prefix) && name !== `${prefix}mode` && name !== `${prefix}type`,
  );
  for (const [name, value] of given) {
    const algorithm = name.slice(prefix.length);
    const compute = algorithms[algorithm];
    if (!compute) throw new ServiceError("InvalidRequest", `The emulator does not know ${name}.`);
    if (compute(payload) !== value) {
      throw new ServiceError(
        "BadDigest",
        `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
      );
    }
  }
  return Object.fromEntries(given);
}

export function putObject(call: S3Call): ServiceResponse {
  authorize(call, "s3:PutObject");
  const { request, store, key } = call;
  const checksums = verifiedChecksums(request.headers, request.body);
  checkConditions(call);
  const type = request.headers["content-type"];
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const version = store.put({ key, body: request.body, headers, checksums });
  return {
    status: 200,
    headers: {
      etag: version.etag,
      "x-amz-version-id": version.versionId,
      "x-amz-checksum-type": "FULL_OBJECT",
      "x-amz-server-side-encryption": "AES256",
      ...checksums,
    },
  };
}

/** That version is gone for good. Deleting without a version, which leaves a delete marker, is not emulated. */
export function deleteObject(call: S3Call): ServiceResponse {
  const { query, store, key } = call;
  authorize(call, "s3:DeleteObjectVersion");
  const versionId = query.get("versionId");
  if (versionId === null)
    throw new ServiceError("NotImplemented", "The emulator deletes single versions.", 501);
  store.removeVersion(key, versionId);
  return { status: 204, headers: { "x-amz-version-id": versionId } };
}

function checkConditions({ request, store, key }: S3Call): void {
  if (request.headers["if-none-match"] === "*" && store.current(key)) {
    throw new ServiceError(
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      412,
    );
  }
}
