/** `npm run release -- plugin ./plugin.zip 1.2.3 [--notes text] [--outputs file | --local [origin]]` */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type FileType, fileTypes } from "../shared/endpoints.ts";
import { publishRelease, ReleaseRefused } from "./release/publish.ts";
import { awsTarget, localTarget } from "./release/targets.ts";

const usage = `npm run release -- <${fileTypes.join("|")}> <file.zip> <version> [--notes <text>]
  at AWS:        TABLE_NAME=... DOWNLOAD_BUCKET=... in the environment, or --outputs <file of cdk deploy --outputs-file>
  local cloud:   --local [http://localhost:3000]`;

const isFileType = (text: string | undefined): text is FileType => fileTypes.some((type) => type === text);

function readArguments(args: readonly string[]) {
  // `--local` may stand alone, which parseArgs has no word for.
  const complete = args.flatMap((arg, index) =>
    arg === "--local" && !args[index + 1]?.startsWith("http") ? [arg, "http://localhost:3000"] : [arg],
  );
  const { values, positionals } = parseOptions(complete);
  const [fileType, file, version, ...rest] = positionals;
  if (!isFileType(fileType) || file === undefined || version === undefined || rest.length > 0) {
    throw new ReleaseRefused(usage);
  }
  return { fileType, file, version, ...values };
}

function parseOptions(args: string[]) {
  const options = {
    notes: { type: "string" },
    outputs: { type: "string" },
    local: { type: "string" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    throw new ReleaseRefused(usage, { cause });
  }
}

/** Prints what was published. Throws `ReleaseRefused` with a sentence for the person at the keyboard. */
export async function release(args: readonly string[], env = process.env): Promise<void> {
  const { fileType, file, version, notes, outputs, local } = readArguments(args);
  const content = readFile(file);
  const target = local === undefined ? awsTarget(outputs, env) : await localTarget(local);
  const options = notes === undefined ? {} : { notes };
  const { key, size, sha256 } = await publishRelease({ ...target, fileType, version, content, ...options });
  console.log(`Published ${fileType} ${version}: ${size} bytes, sha256 ${sha256}`);
  console.log(`s3://${target.bucket}/${key}`);
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ReleaseRefused(`${path} cannot be read.`);
  }
}

if (import.meta.main) {
  try {
    await release(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
