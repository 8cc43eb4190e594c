/** GetObject, HeadObject, PutObject and DeleteObject. */
import { requireAccess } from "../aws/access.ts";
import { ServiceError } from "../aws/service-error.ts";
import type { Principal, ServiceRequest, ServiceResponse } from "../emulator.ts";
import type { ObjectStore, ObjectVersion } from "./object-store.ts";

interface S3Call {
  request: ServiceRequest;
  query: URLSearchParams;
  bucket: string;
  key: string;
  store: ObjectStore;
  caller: Principal;
}

interface S3Operation {
  name: string;
  run(call: S3Call): ServiceResponse;
}

/** By method. */
export const objectOperations: Readonly<Record<string, S3Operation>> = {
  GET: { name: "GetObject", run: getObject },
  HEAD: { name: "HeadObject", run: headObject },
  PUT: { name: "PutObject", run: putObject },
  DELETE: { name: "DeleteObject", run: deleteObject },
};

const checksumPrefix = "x-amz-checksum-";

function getObject(call: S3Call): ServiceResponse {
  const object = findObject(call);
  const headers = objectHeaders(call, object);
  const range = call.request.headers.range;
  return range === undefined ? { status: 200, headers, body: object.body } : partOf(object, range, headers);
}

/** The same without the body; the host's HTTP server keeps `content-length` as it is. */
function headObject(call: S3Call): ServiceResponse {
  const { status, headers } = getObject(call);
  return { status, ...(headers ? { headers } : {}) };
}

/** Source: S3 API reference, GetObject, "Overriding response header values"; the portal overrides this one. */
function objectHeaders({ query, request }: S3Call, object: ObjectVersion): Record<string, string> {
  const disposition = query.get("response-content-disposition");
  const wantsChecksums =
    request.headers["x-amz-checksum-mode"] === "ENABLED" && request.headers.range === undefined;
  return {
    "accept-ranges": "bytes",
    "content-type": "binary/octet-stream",
    ...object.headers,
    ...(wantsChecksums ? object.checksums : {}),
    etag: object.etag,
    "last-modified": new Date(object.lastModified).toUTCString(),
    "x-amz-version-id": object.versionId,
    "x-amz-server-side-encryption": "AES256",
    "content-length": String(object.body.length),
    ...(disposition === null ? {} : { "content-disposition": headerText(disposition) }),
  };
}

/** A header's text is bytes: anything beyond ASCII goes out as UTF-8. */
const headerText = (value: string): string => Buffer.from(value).toString("latin1");

/** As in HTTP, a range that cannot be read is no range. */
function partOf(object: ObjectVersion, range: string, headers: Record<string, string>): ServiceResponse {
  const size = object.body.length;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (first === undefined) return { status: 200, headers, body: object.body };
  const body = object.body.subarray(Number(first), Number(last) + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${first}-${Number(first) + body.length - 1}/${size}`,
      "content-length": String(body.length),
    },
    body,
  };
}

/** Keeps the checksums that are given, and does not verify them. */
function putObject(call: S3Call): ServiceResponse {
  authorize(call, "s3:PutObject");
  const { request, store, key } = call;
  if (request.headers["if-none-match"] === "*" && store.current(key)) {
    const message = "At least one of the pre-conditions you specified did not hold";
    throw new ServiceError("PreconditionFailed", message, 412);
  }
  const checksums = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name.startsWith(checksumPrefix)),
  );
  const type = request.headers["content-type"];
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const version = store.put({ key, body: request.body, headers, checksums });
  return {
    status: 200,
    headers: {
      etag: version.etag,
      "x-amz-version-id": version.versionId,
      "x-amz-server-side-encryption": "AES256",
      ...checksums,
    },
  };
}

/** Deletes that version permanently. Deleting without a version, which leaves a delete marker, is not emulated. */
function deleteObject(call: S3Call): ServiceResponse {
  const { query, store, key } = call;
  authorize(call, "s3:DeleteObjectVersion");
  const versionId = query.get("versionId");
  if (versionId === null)
    throw new ServiceError("NotImplemented", "The emulator deletes single versions.", 501);
  store.removeVersion(key, versionId);
  return { status: 204, headers: { "x-amz-version-id": versionId } };
}

/** AccessDenied 403 unless the signer's role allows `action`; a presigned URL asks at the time of its use. */
function authorize({ caller, bucket, key }: S3Call, action: string): void {
  const resource = `arn:aws:s3:::${bucket}${key === "" ? "" : `/${key}`}`;
  requireAccess(caller, { action, on: `resource: "${resource}"`, code: "AccessDenied", status: 403 });
}

/**
 * The object that the call names. Without the right to list the bucket S3 does not tell whether a key exists:
 * it answers AccessDenied where NoSuchKey would be true.
 */
function findObject(call: S3Call): ObjectVersion {
  const { query, store, key, caller } = call;
  const versionId = query.get("versionId");
  if (versionId !== null) {
    authorize(call, "s3:GetObjectVersion");
    const version = store.version(key, versionId);
    if (version) return version;
    throw new ServiceError("NoSuchVersion", "The specified version does not exist.", 404);
  }
  authorize(call, "s3:GetObject");
  const current = store.current(key);
  if (current) return current;
  if (!caller.allows("s3:ListBucket")) authorize({ ...call, key: "" }, "s3:ListBucket");
  throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
}
