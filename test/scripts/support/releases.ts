/** Releases of a portal of its own: published by the code behind the command, read back from the table. */
import { S3Client } from "@aws-sdk/client-s3";
import { strToU8, zipSync } from "fflate";
import { identifiers } from "#scripts/local/identifiers.ts";
import { type NewRelease, publishRelease } from "#scripts/operator/release/publish.ts";
import { type RollBack, rollBack } from "#scripts/operator/release/roll-back.ts";
import type { FileType } from "#shared/endpoints.ts";
import { type Actor, asOperator } from "./as-operator.ts";
import { startOperator } from "./operator.ts";

/** A file of that kind, as far as `release` looks. */
export function zip(text: string, fileType: FileType = "plugin"): Buffer {
  const files = {
    plugin: { "contents.zip": "", PUBKEY: "", SIGNATURE: "" },
    template: { "template.json": "" },
    manual: { "manual.pdf": "" },
  };
  const entries = Object.keys(files[fileType]).map((name) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

export async function startReleases() {
  const { portal, release } = await startOperator();
  const store = { s3: portal.s3, bucket: identifiers.bucket };
  const rows = async (fileType: string, sk = ""): Promise<Record<string, unknown>[]> =>
    (await portal.partition(`RELEASE#${fileType}`)).filter((row) => String(row.sk).startsWith(sk));
  return {
    portal,
    release,
    publish(parts: Partial<NewRelease> & { version: string }) {
      portal.become("operator");
      const content = zip(parts.version, parts.fileType);
      return asOperator(() => publishRelease({ ...store, fileType: "plugin", content, ...parts }));
    },
    rollBack({ operator = "hanako", reason, ...parts }: Partial<RollBack> & Partial<Actor> = {}) {
      portal.become("operator");
      return asOperator(() => rollBack({ ...store, fileType: "plugin", ...parts }), { operator, reason });
    },
    /** A client that does something else before each of its calls. */
    whileCalling(work: () => Promise<unknown>): S3Client {
      const { region } = identifiers;
      const { credentials } = portal.s3.config;
      const endpoint = portal.settings.AWS_ENDPOINT_URL_S3 ?? "";
      const slow = new S3Client({ region, credentials, endpoint, forcePathStyle: true });
      slow.middlewareStack.add(
        (next) => async (args) => {
          await work();
          return next(args);
        },
        { step: "initialize" },
      );
      return slow;
    },
    rows,
    current: async (fileType = "plugin") => (await rows(fileType, "CURRENT"))[0],
    /** The audit rows, oldest first. */
    changes: async (fileType = "plugin") =>
      (await rows(fileType, "AUDIT#")).map(({ pk: _, sk: __, at: ___, ...change }) => change),
  };
}
