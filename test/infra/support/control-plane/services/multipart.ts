/** A large asset arrives in parts. Source: S3 User Guide, "Uploading and copying objects using multipart upload". */
import { createHash, randomUUID } from "node:crypto";
import { verifiedChecksums } from "../../../../../scripts/local/emulators/aws/checksum.ts";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import { toXml } from "../../../../../scripts/local/emulators/aws/xml.ts";
import type { S3Call, S3Operation } from "../../../../../scripts/local/emulators/s3/s3-operation.ts";

interface Part {
  etag: string;
  body: Buffer;
}

/** Every part but the last. */
const smallestPart = 5 * 1024 * 1024;

/** Of a request about an upload in parts; undefined of any other. */
export function multipartOperation(method: string, query: URLSearchParams): string | undefined {
  if (method === "POST" && query.has("uploads")) return "CreateMultipartUpload";
  if (!query.has("uploadId")) return undefined;
  return { PUT: "UploadPart", POST: "CompleteMultipartUpload" }[method];
}

export function multipartOperations(): Record<string, S3Operation> {
  const uploads = new Map<string, Map<number, Part>>();
  const uploadOf = ({ query }: S3Call) => {
    const found = uploads.get(query.get("uploadId") ?? "");
    if (found) return found;
    throw new ServiceError("NoSuchUpload", "The specified multipart upload does not exist.", 404);
  };

  return {
    CreateMultipartUpload({ bucket, key }) {
      const UploadId = randomUUID();
      uploads.set(UploadId, new Map());
      return {
        status: 200,
        body: toXml("InitiateMultipartUploadResult", { Bucket: bucket, Key: key, UploadId }),
      };
    },
    UploadPart(call) {
      const { request, payload, trailers, query } = call;
      const checksums = verifiedChecksums({ ...request.headers, ...trailers }, payload);
      const etag = `"${createHash("md5").update(payload).digest("hex")}"`;
      uploadOf(call).set(Number(query.get("partNumber")), { etag, body: payload });
      return { status: 200, headers: { etag, ...checksums } };
    },
    CompleteMultipartUpload(call) {
      const { bucket, key, store } = call;
      const parts = wantedParts(call, uploadOf(call));
      const { etag } = store.put({
        key,
        body: Buffer.concat(parts.map(({ body }) => body)),
        headers: {},
        checksums: {},
      });
      return {
        status: 200,
        body: toXml("CompleteMultipartUploadResult", { Bucket: bucket, Key: key, ETag: etag }),
      };
    },
  };
}

/** Those that the client lists, in its order. */
function wantedParts({ payload }: S3Call, uploaded: ReadonlyMap<number, Part>): Part[] {
  const listed = [...payload.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll("&quot;", '"'),
  }));
  const parts = listed.map(({ number, etag }) => {
    const part = uploaded.get(number);
    if (part && part.etag === etag) return part;
    throw new ServiceError("InvalidPart", "One or more of the specified parts could not be found.");
  });
  if (parts.slice(0, -1).some(({ body }) => body.length < smallestPart)) {
    throw new ServiceError("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
  }
  return parts;
}
