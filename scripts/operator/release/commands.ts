/** `npm run release -- list | publish | rollback`: the plugin, the template and the manual that customers download. */
import { readFileSync } from "node:fs";
import { type FileType, fileTypes } from "../../../shared/endpoints.ts";
import { type Command, type CommandContext, CommandRefused } from "../command.ts";
import { describeReleases } from "./describe.ts";
import { readNotes } from "./notes.ts";
import { publishRelease } from "./publish.ts";
import type { ReleaseStore } from "./release-table.ts";
import { rollBack } from "./roll-back.ts";

export const anyFileType = fileTypes.join("|");

export const listReleases: Command = {
  purpose: "Lists every version, the one that customers get, and the latest changes.",
  takes: [],
  mayTake: [anyFileType],
  async run([only], context) {
    const types = only === undefined ? fileTypes : [toFileType(only)];
    const store = storeOf(context);
    return (await Promise.all(types.map((type) => describeReleases(store, type)))).join("\n");
  },
};

export const publish: Command = {
  purpose: "Publishes a version of the plugin, the template or the manual.",
  takes: [anyFileType, "file.zip", "version"],
  allows: ["notes"],
  async run([type = "", file = "", version = ""], context) {
    const fileType = toFileType(type);
    const store = storeOf(context);
    const { operator, options } = context;
    const release = {
      ...store,
      ...(options.notes !== undefined && { notes: readNotes(options.notes) }),
      fileType,
      version,
      operator,
      content: readContent(file),
    };
    const { key, size, sha256 } = await publishRelease(release);
    return `Published ${fileType} ${version}: ${size} bytes, sha256 ${sha256}\ns3://${store.bucket}/${key}`;
  },
};

export const rollback: Command = {
  purpose: "Makes an earlier version current again: the next older one, or the one that is named.",
  takes: [anyFileType],
  mayTake: ["version"],
  allows: ["reason"],
  async run([type = "", version], context) {
    const fileType = toFileType(type);
    const { operator, options } = context;
    const request = { ...storeOf(context), fileType, version, operator, reason: options.reason };
    const { release, from } = await rollBack(request);
    return `Rolled ${fileType} back from ${from}: customers get ${release.version} from now on.`;
  },
};

export const storeOf = ({ s3, dynamodb, table, bucket }: CommandContext): ReleaseStore => ({
  s3,
  dynamodb,
  table,
  bucket: bucket(),
});

export function toFileType(text: string): FileType {
  const fileType = fileTypes.find((each) => each === text.trim());
  if (!fileType) throw new CommandRefused(`There is no file type ${text}.`);
  return fileType;
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new CommandRefused(`${file} cannot be read.`, { cause });
  }
}
