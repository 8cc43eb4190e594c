/** Three rule books on every resource. A rule that does not hold for one is acknowledged beside it, with the reason. */
import { App } from "aws-cdk-lib";
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { createPipeline } from "#infra/app.ts";
import type { Environment } from "#infra/environment.ts";
import { newPortalApp } from "./support/portal.ts";
import { complete, dev } from "./support/settings.ts";

const protectedMost: Environment = {
  ...complete,
  dataEvents: true,
  backups: {
    keyReplicaRegion: "ap-northeast-3",
    copyTo: "arn:aws:backup:ap-northeast-3:210987654321:backup-vault:portal",
    lock: { minDays: 7, maxDays: 35 },
  },
};
const books = [AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks];
const pipeline = (): App => {
  const app = new App({ context: { "aws:cdk:enable-path-metadata": true } });
  createPipeline(app, "example/portal", undefined);
  return app;
};

test.each<[string, () => App]>([
  ["dev", () => newPortalApp(dev).app],
  ["prod with every protection", () => newPortalApp(protectedMost).app],
  ["the pipeline", pipeline],
])("each exception to the rules in %s has a reason", (_, newApp) => {
  const app = newApp();
  const findings = books.flatMap((Book) =>
    new Book(app)
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
      ),
  );
  expect(findings).toEqual([]);
});
