/** The stacks as CloudFormation gets them, without code: bundling has a test of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod/mini";
import { createStacks } from "../../../infra/app.ts";
import { type Environment, environmentNamed } from "../../../infra/config.ts";
import { mergeStacks } from "./merge-stacks.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const { context } = z.parse(
  z.object({ context: z.record(z.string(), z.unknown()) }),
  JSON.parse(readFileSync(cdkJson, "utf8")),
);

export const dev = environmentNamed("dev");

export const complete: Environment = {
  ...dev,
  name: "prod",
  account: "123456789012",
  mail: { name: "電話連携プラグイン", address: "no-reply@example.jp", identity: "example.jp" },
  domain: {
    names: ["portal.example.jp", "portal.example.com"],
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d",
  },
  taxAgencyApplicationId: "K0000000000",
  stripePriceId: "price_1Standard",
  price: { amountYen: 11_000, interval: "month", taxRatePercent: 10 },
  company: {
    name: "株式会社サンプル電話",
    termsUrl: "https://www.example.jp/terms",
    privacyUrl: "https://www.example.jp/privacy",
    commercialTransactionsUrl: "https://www.example.jp/tokusho",
    contactUrl: "https://www.example.jp/contact",
  },
  pluginAddresses: ["192.0.2.1", "192.0.2.2"],
  alarmEmail: "operations@example.jp",
  costlyConcurrency: 20,
  tagManagerId: "GTM-EXAMPLE",
  featurePlan: "plus",
  threatProtection: "enforced",
};

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
