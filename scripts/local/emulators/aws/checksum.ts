/** The checksums that an S3 client may send along with an object, and that S3 keeps with it. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ServiceError } from "./service-error.ts";

/** Header name to base64 value, e.g. `x-amz-checksum-crc32` to `NhCmhg==`. */
export type Checksums = Record<string, string>;

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
export function verifiedChecksums(fields: Readonly<Record<string, string>>, payload: Buffer): Checksums {
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
