/** The app synthesized as `cdk deploy` would: for the account whose credentials are used. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod/mini";
import type { Environment } from "../../../../infra/config.ts";
import { portal } from "../../../../infra/portal.ts";

const cdkJson = new URL("../../../../cdk.json", import.meta.url);
const { context } = z.parse(
  z.object({ context: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync(cdkJson, "utf8")),
);

export interface AssemblyOptions {
  /** What `-c` sets. */
  settings?: Readonly<Record<string, unknown>>;
  /** Functions as they are shipped, or their sources as they lie there, which is quicker. */
  isBundled?: boolean;
}

/** The directory that it was synthesized into. */
export function assemblyOf(
  environment: Environment,
  account: string,
  { settings = {}, isBundled = false }: AssemblyOptions = {},
): string {
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), "portal-assembly-")),
    builtinCloudFormationValidation: false,
    context: {
      ...context,
      "aws:cdk:bundling-stacks": isBundled ? ["**"] : [],
      // What the CLI adds.
      "aws:cdk:enable-path-metadata": true,
      "aws:cdk:enable-asset-metadata": true,
      ...settings,
    },
  });
  portal(app, { environment, siteDirectory: join(import.meta.dirname, "../site"), account });
  return app.synth().directory;
}
