/** The stack as CloudFormation gets it, without code: bundling has a test of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { type Environment, environmentNamed } from "../../../infra/config.ts";
import { PortalStack } from "../../../infra/portal-stack.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const { context } = z.parse(
  z.object({ context: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync(cdkJson, "utf8")),
);

export const dev = environmentNamed("dev");

export const complete: Environment = {
  ...dev,
  name: "prod",
  mail: { name: "電話連携プラグイン", address: "no-reply@example.jp", identity: "example.jp" },
  domain: {
    name: "portal.example.jp",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d",
  },
  taxAgencyApplicationId: "K0000000000",
  stripePriceId: "price_1Standard",
};

/** Functions are bundled only in the stacks that `bundledStacks` matches. */
export function portalStack(environment: Environment, bundledStacks: string[] = []) {
  const app = new App({
    // A second per stack; every `cdk synth` runs it.
    builtinCloudFormationValidation: false,
    context: {
      ...context,
      "aws:cdk:bundling-stacks": bundledStacks,
      "aws:cdk:enable-path-metadata": true,
    },
  });
  const stack = new PortalStack(app, `Portal-${environment.name}`, {
    environment,
    siteDirectory: join(import.meta.dirname, "site"),
    env: { region: environment.region },
  });
  return { app, stack };
}

export function synthesized(environment: Environment = dev): Template {
  return Template.fromStack(portalStack(environment).stack);
}
