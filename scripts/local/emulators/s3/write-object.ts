/** PutObject and DeleteObject. */
import { verifiedChecksums } from "../aws/checksum.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { ServiceResponse } from "../emulator.ts";
import { authorize, type S3Call } from "./s3-operation.ts";

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
