/** PutObject and DeleteObject. */
import { defaultChecksums, verifiedChecksums } from "../aws/checksum.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { ServiceResponse } from "../emulator.ts";
import { authorize, type S3Call } from "./s3-operation.ts";

const storedHeaders = ["content-type", "content-disposition", "content-language", "cache-control", "expires"];

export function putObject(call: S3Call): ServiceResponse {
  authorize(call, "s3:PutObject");
  const { request, store, key } = call;
  const given = verifiedChecksums(request.headers, request.body);
  checkConditions(call);
  const checksums = Object.keys(given).length === 0 ? defaultChecksums(request.body) : given;
  const version = store.put({ key, body: request.body, headers: headersToStore(request.headers), checksums });
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

const headersToStore = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => storedHeaders.includes(name) || name.startsWith("x-amz-meta-"),
    ),
  );

function checkConditions({ request, store, key }: S3Call): void {
  const current = store.current(key);
  if (request.headers["if-none-match"] === "*" && current && !current.deleteMarker) {
    throw new ServiceError(
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      412,
    );
  }
}
