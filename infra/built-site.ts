import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";

/** The CDK's command line bundles for synth, diff and deploy, and for no stack when it lists or destroys. */
export const needsSite = (app: App): boolean => app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;

/** Returns the fault of the built site in `root` and the next step; undefined if the site was built from the current sources. */
export function siteMistake(root: string): string | undefined {
  const page = join(root, "dist/site/index.html");
  if (!existsSync(page)) return "There is no built site in dist/site: run npm run build first.";
  const built = statSync(page).mtimeMs;
  const sources = globSync(["web/**/*.*", "shared/**/*.*", "package-lock.json"], { cwd: root });
  const newer = sources.find((file) => statSync(join(root, file)).mtimeMs > built);
  return newer && `The site in dist/site is older than ${newer}: run npm run build first.`;
}
