import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import * as z from "zod/mini";
import type { Environment } from "../../../infra/config.ts";
import { portal } from "../../../infra/portal.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const settings = z.object({ context: z.record(z.string(), z.unknown()) });

/** The templates of that environment's stacks, without the functions' code. */
export function templatesOf(environment: Environment, siteDirectory: string): unknown[] {
  const { context } = settings.parse(JSON.parse(readFileSync(cdkJson, "utf8")));
  const app = new App({
    builtinCloudFormationValidation: false,
    context: { ...context, "aws:cdk:bundling-stacks": [] },
  });
  portal(app, { environment, siteDirectory, account: environment.account });
  return app.synth().stacks.map(({ template }) => template);
}
