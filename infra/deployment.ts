/** The name of a deployment, from git, and the checks of the built site that it takes from this machine. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";

/**
 * `v1.2.0` at a tag, `v1.2.0-3-g1bf97b1` three commits later, `-dirty` with changes; without git the version of
 * package.json.
 */
export function deploymentNameOf(root: string): string {
  const git = ["describe", "--tags", "--always", "--dirty"];
  try {
    const text = execFileSync("git", git, { cwd: root, encoding: "utf8", stdio: "pipe" });
    // Part of a key in the site bucket.
    return text.trim().replace(/[^\w.-]/g, "-");
  } catch {
    return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  }
}

/** The CDK's command line bundles for synth, diff and deploy, and for no stack when it lists or destroys. */
export const needsSite = (app: App): boolean => app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;

/**
 * Returns the fault of the built site in `root` and the next step; undefined if the site was built from the current
 * sources.
 */
export function siteMistake(root: string): string | undefined {
  const page = join(root, "dist/site/index.html");
  if (!existsSync(page)) return "There is no built site in dist/site: run npm run build first.";
  const built = statSync(page).mtimeMs;
  const sources = globSync(["web/**/*.*", "shared/**/*.*", "package-lock.json"], { cwd: root });
  const newer = sources.find((file) => statSync(join(root, file)).mtimeMs > built);
  return newer && `The site in dist/site is older than ${newer}: run npm run build first.`;
}
