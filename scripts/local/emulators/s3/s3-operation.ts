/** What every S3 operation is given, and the checks they share. */
import { denialOf } from "../aws/access.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Principal, ServiceRequest, ServiceResponse } from "../emulator.ts";
import type { ObjectStore, ObjectVersion } from "./object-store.ts";

export interface S3Call {
  request: ServiceRequest;
  query: URLSearchParams;
  bucket: string;
  key: string;
  store: ObjectStore;
  caller: Principal;
}

export type S3Operation = (call: S3Call) => ServiceResponse;

/** AccessDenied 403 unless the signer's role allows `action`; a presigned URL asks at the time of its use. */
export function authorize({ caller, bucket, key }: S3Call, action: string): void {
  const resource = `arn:aws:s3:::${bucket}${key === "" ? "" : `/${key}`}`;
  const denial = denialOf(caller, action, `resource: "${resource}"`);
  if (denial) throw new ServiceError("AccessDenied", denial, 403);
}

/**
 * The object that the call names. Without the right to list the bucket S3 does not tell whether a key exists:
 * it answers AccessDenied where NoSuchKey would be true.
 */
export function findObject(call: S3Call): ObjectVersion {
  const { query, store, key, caller } = call;
  const versionId = query.get("versionId");
  if (versionId !== null) {
    authorize(call, "s3:GetObjectVersion");
    return findVersion(store, key, versionId);
  }
  authorize(call, "s3:GetObject");
  const current = store.current(key);
  if (current) return current;
  if (!caller.allows("s3:ListBucket")) authorize({ ...call, key: "" }, "s3:ListBucket");
  throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
}

function findVersion(store: ObjectStore, key: string, versionId: string): ObjectVersion {
  if (!/^[\w-]{32}$/.test(versionId))
    throw new ServiceError("InvalidArgument", "Invalid version id specified");
  const version = store.version(key, versionId);
  if (!version) throw new ServiceError("NoSuchVersion", "The specified version does not exist.", 404);
  return version;
}
