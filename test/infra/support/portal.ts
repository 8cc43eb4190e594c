/** The stacks as CloudFormation gets them, without code: bundling has a test of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { createStacks } from "#infra/app.ts";
import type { Environment } from "#infra/environment.ts";
import { mergeStacks } from "./merge-stacks.ts";
import { dev } from "./settings.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const { context } = z.parse(
  z.object({ context: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync(cdkJson, "utf8")),
);

type PortalApp = { app: App; stacks: ReturnType<typeof createStacks> };
const apps = new Map<string, PortalApp>();

/** Each environment is built once. */
export function portalApp(environment: Environment): PortalApp {
  const key = JSON.stringify(environment);
  const built = apps.get(key) ?? newPortalApp(environment);
  apps.set(key, built);
  return built;
}

/** For who looks at the constructs: a synthesis adds some of its own. */
export function newPortalApp(environment: Environment): PortalApp {
  const app = new App({
    // A second per stack; every `cdk synth` runs it.
    builtinCloudFormationValidation: false,
    context: { ...context, "aws:cdk:bundling-stacks": [], "aws:cdk:enable-path-metadata": true },
  });
  const siteDirectory = join(import.meta.dirname, "site");
  return {
    app,
    stacks: createStacks(app, { environment, siteDirectory, deploymentName: "v1.2.0", account: undefined }),
  };
}

const templates = new Map<PortalApp, Template>();

/** The environment's stacks as one template (merge-stacks.ts). */
export function synthesized(environment: Environment = dev): Template {
  const built = portalApp(environment);
  const template = templates.get(built) ?? mergeStacks(Object.values(built.stacks));
  templates.set(built, template);
  return template;
}
