/** PutObject and DeleteObject. */
import { createHash } from "node:crypto";
import { defaultChecksums, verifiedChecksums } from "../aws/checksum.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { ServiceResponse } from "../emulator.ts";
import { matches, preconditionFailed } from "./read-object.ts";
import { authorize, type S3Call } from "./s3-operation.ts";

const storedHeaders = ["content-type", "content-disposition", "content-language", "cache-control", "expires"];

export function putObject(call: S3Call): ServiceResponse {
  authorize(call, "s3:PutObject");
  const { request, payload, trailers, store, key } = call;
  if ("x-amz-copy-source" in request.headers) {
    throw new ServiceError("NotImplemented", "The emulator does not copy objects.", 501);
  }
  checkMd5(request.headers["content-md5"], payload);
  const given = verifiedChecksums({ ...request.headers, ...trailers }, payload);
  checkConditions(call);
  const checksums = Object.keys(given).length === 0 ? defaultChecksums(payload) : given;
  const version = store.put({ key, body: payload, headers: headersToStore(request.headers), checksums });
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

/** Without a version id: a delete marker on top. With one: that version is gone for good. */
export function deleteObject(call: S3Call): ServiceResponse {
  const { query, store, key } = call;
  const versionId = query.get("versionId");
  authorize(call, versionId === null ? "s3:DeleteObject" : "s3:DeleteObjectVersion");
  const removed = versionId === null ? store.markDeleted(key) : store.removeVersion(key, versionId);
  return {
    status: 204,
    headers: {
      "x-amz-version-id": removed?.versionId ?? versionId ?? "",
      ...(removed?.deleteMarker ? { "x-amz-delete-marker": "true" } : {}),
    },
  };
}

function headersToStore(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => storedHeaders.includes(name) || name.startsWith("x-amz-meta-"),
  );
  // `aws-chunked` is how the body travelled, not what it is.
  const encoding = headers["content-encoding"]
    ?.split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "aws-chunked" && token !== "")
    .join(", ");
  return { ...Object.fromEntries(kept), ...(encoding ? { "content-encoding": encoding } : {}) };
}

function checkConditions({ request, store, key }: S3Call): void {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = request.headers;
  const current = store.current(key);
  const existing = current?.deleteMarker ? undefined : current;
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") {
    throw new ServiceError(
      "NotImplemented",
      "A header you provided implies functionality that is not implemented",
      501,
    );
  }
  if (ifNoneMatch === "*" && existing) throw preconditionFailed();
  if (ifMatch === undefined) return;
  if (!existing) throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
  if (!matches(ifMatch, existing.etag)) throw preconditionFailed();
}

function checkMd5(given: string | undefined, payload: Buffer): void {
  if (given === undefined || createHash("md5").update(payload).digest("base64") === given) return;
  throw new ServiceError("BadDigest", "The Content-MD5 you specified did not match what we received.");
}
