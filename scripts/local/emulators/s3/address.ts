/** Which bucket, key and operation a request is about: path style or virtual-host style. */
import type { ServiceRequest } from "../emulator.ts";

export interface S3Address {
  bucket: string;
  /** Empty for operations on the bucket itself. */
  key: string;
}

export function addressOf(request: ServiceRequest, buckets: readonly string[]): S3Address {
  const path = request.target.split("?", 1)[0]?.slice(1) ?? "";
  const bucket = buckets.find((each) => request.url.hostname.startsWith(`${each}.`));
  if (bucket !== undefined) return { bucket, key: decode(path) };
  const [name = "", ...key] = path.split("/");
  return { bucket: decode(name), key: decode(key.join("/")) };
}

/** The API's name of what is asked, as the S3 reference lists it; `Unknown` when the emulator lacks it. */
export function operationName(request: ServiceRequest, { key }: S3Address): string {
  return key === "" ? "Unknown" : (objectOperations[request.method] ?? "Unknown");
}

const objectOperations: Record<string, string> = {
  GET: "GetObject",
  HEAD: "HeadObject",
  PUT: "PutObject",
  DELETE: "DeleteObject",
};
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
