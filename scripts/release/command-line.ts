/** What `npm run release` was asked for. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type FileType, fileTypes } from "../../shared/endpoints.ts";
import { ReleaseRefused } from "./releases.ts";

const types = `<${fileTypes.join("|")}>`;
const usage = `npm run release -- list [${fileTypes.join("|")}]
npm run release -- publish ${types} <file.zip> <version> [--notes <text>]
npm run release -- rollback ${types} [version] [--notes <reason>]
  at AWS:        TABLE_NAME=... DOWNLOAD_BUCKET=... in the environment, or --outputs <file of cdk deploy --outputs-file>
  local cloud:   --local [http://localhost:3000]`;

export type Request =
  | { command: "list"; fileTypes: readonly FileType[] }
  | { command: "publish"; fileType: FileType; content: Buffer; version: string; notes?: string }
  | { command: "rollback"; fileType: FileType; version?: string; notes?: string };

export interface CommandLine {
  request: Request;
  /** A file of outputs. */
  outputs: string | undefined;
  /** Origin of a local cloud. */
  local: string | undefined;
}

type Read = (words: readonly string[], notes: { notes?: string }) => Request | undefined;

const isFileType = (text: string | undefined): text is FileType => fileTypes.some((type) => type === text);

/** Throws `ReleaseRefused` with how to call it. The word `publish` may be left out. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseOptions(args);
  const { notes, outputs, local } = values;
  const [command, ...rest] = isFileType(positionals[0]) ? ["publish", ...positionals] : positionals;
  const request = readers.get(command)?.(rest, notes === undefined ? {} : { notes });
  if (!request) throw new ReleaseRefused(usage);
  return { request, outputs, local };
}

const readers = new Map<string | undefined, Read>([
  [
    "list",
    ([fileType, ...rest]) => {
      if (rest.length > 0) return undefined;
      if (fileType === undefined) return { command: "list", fileTypes };
      return isFileType(fileType) ? { command: "list", fileTypes: [fileType] } : undefined;
    },
  ],
  [
    "publish",
    ([fileType, file, version, ...rest], notes) => {
      if (!isFileType(fileType) || file === undefined || version === undefined || rest.length > 0)
        return undefined;
      return { command: "publish", fileType, version, content: readContent(file), ...notes };
    },
  ],
  [
    "rollback",
    ([fileType, version, ...rest], notes) => {
      if (!isFileType(fileType) || rest.length > 0) return undefined;
      return { command: "rollback", fileType, ...(version === undefined ? {} : { version }), ...notes };
    },
  ],
]);

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new ReleaseRefused(`${file} cannot be read.`, { cause });
  }
}

function parseOptions(args: readonly string[]) {
  // `--local` may stand alone, which parseArgs has no word for.
  const complete = args.flatMap((arg, index) =>
    arg === "--local" && !args[index + 1]?.startsWith("http") ? [arg, "http://localhost:3000"] : [arg],
  );
  const options = {
    notes: { type: "string" },
    outputs: { type: "string" },
    local: { type: "string" },
  } as const;
  try {
    return parseArgs({ args: complete, allowPositionals: true, options });
  } catch (cause) {
    throw new ReleaseRefused(usage, { cause });
  }
}
