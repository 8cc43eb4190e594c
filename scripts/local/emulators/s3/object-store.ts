/** The versioned bucket's content: every key's versions, newest first. */
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../emulator.ts";

const objectVersionSchema = z.object({
  key: z.string(),
  versionId: z.string(),
  /** Milliseconds since the epoch. */
  lastModified: z.number(),
  /** Quoted, as in the header. */
  etag: z.string(),
  /** The body in base64, so that the state is JSON. */
  body: z.base64(),
  headers: z.record(z.string(), z.string()),
  checksums: z.record(z.string(), z.string()),
});

export type ObjectVersion = Omit<z.infer<typeof objectVersionSchema>, "body"> & { body: Buffer };
type NewObject = Pick<ObjectVersion, "key" | "body" | "headers" | "checksums">;

export function createObjectStore(clock: Clock) {
  const versionsOf = new Map<string, ObjectVersion[]>();

  return {
    /** The newest version. */
    current: (key: string): ObjectVersion | undefined => versionsOf.get(key)?.[0],
    version: (key: string, versionId: string): ObjectVersion | undefined =>
      versionsOf.get(key)?.find((version) => version.versionId === versionId),
    put(object: NewObject): ObjectVersion {
      const etag = `"${createHash("md5").update(object.body).digest("hex")}"`;
      const versionId = randomBytes(24).toString("base64url");
      const version = { ...object, etag, versionId, lastModified: clock() };
      versionsOf.set(object.key, [version, ...(versionsOf.get(object.key) ?? [])]);
      return version;
    },
    removeVersion(key: string, versionId: string): void {
      const left = versionsOf.get(key)?.filter((version) => version.versionId !== versionId);
      versionsOf.set(key, left ?? []);
    },
    clear: () => versionsOf.clear(),
    snapshot: () =>
      [...versionsOf.values()]
        .flat()
        .map((version) => ({ ...version, body: version.body.toString("base64") })),
    restore(snapshot: unknown): void {
      versionsOf.clear();
      for (const stored of z.array(objectVersionSchema).parse(snapshot)) {
        const version = { ...stored, body: Buffer.from(stored.body, "base64") };
        versionsOf.set(version.key, [...(versionsOf.get(version.key) ?? []), version]);
      }
    },
  };
}
export type ObjectStore = ReturnType<typeof createObjectStore>;
