/** Three rule books on every resource. A rule that does not hold for one is acknowledged beside it, with the reason. */
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { newPortalApp } from "./support/portal.ts";
import { complete, dev } from "./support/settings.ts";

const books = [AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks];

test.each([dev, complete])("each exception to the rules in $name has a reason", (environment) => {
  const { app } = newPortalApp(environment);
  const findings = books.flatMap((Book) =>
    new Book(app)
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
      ),
  );
  expect(findings).toEqual([]);
});
