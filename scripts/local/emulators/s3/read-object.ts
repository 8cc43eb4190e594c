/** GetObject and HeadObject. */
import { ServiceError } from "../aws/service-error.ts";
import type { ServiceResponse } from "../emulator.ts";
import type { ObjectVersion } from "./object-store.ts";
import { findObject, type S3Call } from "./s3-operation.ts";

/** Source: S3 API reference, GetObject, "Overriding response header values". */
const overridable = ["content-type", "content-disposition"];

export function getObject(call: S3Call): ServiceResponse {
  const object = findObject(call);
  const headers = objectHeaders(call, object);
  const range = call.request.headers.range;
  return range === undefined ? { status: 200, headers, body: object.body } : partOf(object, range, headers);
}

/** The same without the body; the host's HTTP server keeps `content-length` as it is. */
export function headObject(call: S3Call): ServiceResponse {
  const { status, headers } = getObject(call);
  return { status, ...(headers ? { headers } : {}) };
}

function objectHeaders({ query, request }: S3Call, object: ObjectVersion): Record<string, string> {
  const overrides = overridable.flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value === null ? [] : [[name, headerText(value)]];
  });
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
    ...Object.fromEntries(overrides),
  };
}

/** A header's text is bytes: anything beyond ASCII goes out as UTF-8. */
function headerText(value: string): string {
  if (/[\r\n]/.test(value))
    throw new ServiceError("InvalidArgument", "Header value cannot hold a line break");
  return Buffer.from(value).toString("latin1");
}

function partOf(object: ObjectVersion, range: string, headers: Record<string, string>): ServiceResponse {
  const size = object.body.length;
  const match = /^bytes=(\d*)-(\d*)$/.exec(range);
  // As in HTTP, a range that cannot be read is no range.
  if (!match || range === "bytes=-") return { status: 200, headers, body: object.body };
  const [, from = "", to = ""] = match;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new ServiceError("InvalidRange", "The requested range is not satisfiable", 416);
  const body = object.body.subarray(start, end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${start}-${end}/${size}`,
      "content-length": String(body.length),
    },
    body,
  };
}
