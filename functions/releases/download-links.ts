/** Presigned URLs to the private download bucket. Source: S3, "Authenticating requests: using query parameters". */

import { endpointOf, signable, signerOf } from "../platform/aws-signer.ts";
import { environment } from "../runtime/environment.ts";

const livesSeconds = 300;

interface StoredFile {
  key: string;
  s3VersionId: string;
}

/** A link that lives five minutes and saves that very version of the file as `fileName`. */
export async function linkTo({ key, s3VersionId }: StoredFile, fileName: string): Promise<string> {
  const url = objectUrl(environment("DOWNLOAD_BUCKET"), key);
  const { query } = await signerOf("s3").presign(
    {
      ...signable(url),
      method: "GET",
      headers: { host: url.host, "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" },
      query: {
        versionId: s3VersionId,
        "response-content-disposition": `attachment; filename="${fileName}"`,
      },
    },
    { expiresIn: livesSeconds },
  );
  const pairs = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `${url.href}?${pairs.join("&")}`;
}

/** The bucket is a host name at AWS and a folder at any other endpoint. */
function objectUrl(bucket: string, key: string): URL {
  const endpoint = endpointOf("s3");
  const path = key.split("/").map(encodeURIComponent).join("/");
  return endpoint.hostname.endsWith(".amazonaws.com")
    ? new URL(`${endpoint.protocol}//${bucket}.${endpoint.host}/${path}`)
    : new URL(`/${bucket}/${path}`, endpoint);
}
