/** `npm run release -- list | publish | rollback`: the plugin, the template and the manual that customers download. */
import { type Request, readCommandLine } from "./release/command-line.ts";
import { publishRelease } from "./release/publish.ts";
import { ReleaseRefused } from "./release/releases.ts";
import { rollBack } from "./release/roll-back.ts";
import { describeReleases } from "./release/show.ts";
import { awsTarget, localTarget, type Target } from "./release/targets.ts";

/** Prints what was done. Throws `ReleaseRefused` with a sentence for the person at the keyboard. */
export async function release(args: readonly string[], env = process.env): Promise<void> {
  const { request, outputs, local } = readCommandLine(args);
  const target = local === undefined ? awsTarget(outputs, env) : await localTarget(local);
  console.log(await carryOut(request, target));
}

/** What to tell about it. */
async function carryOut(request: Request, target: Target): Promise<string> {
  if (request.command === "list") {
    const shown = await Promise.all(request.fileTypes.map((fileType) => describeReleases(target, fileType)));
    return shown.join("\n");
  }
  const { fileType } = request;
  const operator = await target.operator();
  if (request.command === "publish") {
    const { version, key, size, sha256 } = await publishRelease({ ...target, ...request, operator });
    return `Published ${fileType} ${version}: ${size} bytes, sha256 ${sha256}\ns3://${target.bucket}/${key}`;
  }
  const { release: current, from } = await rollBack({ ...target, ...request, operator });
  return `Rolled ${fileType} back from ${from}: customers get ${current.version} from now on.`;
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
