/** The stacks as CloudFormation gets them, without code: bundling has a test of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { createStacks } from "../../../infra/app.ts";
import type { Environment } from "../../../infra/config.ts";
import { mergeStacks } from "./merge-stacks.ts";
import { dev } from "./settings.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const { context } = z.parse(
  z.object({ context: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync(cdkJson, "utf8")),
);

/** Functions are bundled only in the stacks that `bundledStacks` matches. */
export function portalApp(environment: Environment, bundledStacks: string[] = [], settings = {}) {
  const app = new App({
    // A second per stack; every `cdk synth` runs it.
    builtinCloudFormationValidation: false,
    context: {
      ...context,
      "aws:cdk:bundling-stacks": bundledStacks,
      "aws:cdk:enable-path-metadata": true,
      ...settings,
    },
  });
  const siteDirectory = join(import.meta.dirname, "site");
  const stacks = createStacks(app, { environment, siteDirectory, account: undefined });
  return { app, stacks };
}

const templates = new Map<string, Template>();

/** The environment's stacks as one template (as-one.ts). Each environment is synthesized once. */
export function synthesized(environment: Environment = dev): Template {
  const key = JSON.stringify(environment);
  const template = templates.get(key) ?? mergeStacks(Object.values(portalApp(environment).stacks));
  templates.set(key, template);
  return template;
}
