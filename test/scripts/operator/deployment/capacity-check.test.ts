import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { capacityLimits, neededBy } from "#infra/limits.ts";
import { capacityCheck, rounded } from "#scripts/operator/deployment/preflight.ts";
import { complete, dev } from "#test/infra/support/settings.ts";

const { traffic } = complete;
const others = {
  smsDailyCap: 1e6,
  codeMails: { perHour: 1e6, percentForAccounts: 20 },
  traffic: { ...traffic, perSecond: 1e6 },
};
test.each([
  [
    complete,
    100_000,
    "fix",
    /^The first one is `smsDailyCap`: 50 SMS a day, 900 are needed; it is met at 5,555 customers\. Raise it in infra\/config\.ts\.$/,
  ],
  [
    { ...complete, smsDailyCap: 5_000 },
    100_000,
    "ok",
    /^None is met\. The first one is `codeMails`: 400 mailed/,
  ],
  [
    { ...complete, smsDailyCap: 5_000 },
    300_000,
    "fix",
    /^The first one is `codeMails`.* Then `codeMails\.perHour`/,
  ],
  [
    { ...dev, smsDailyCap: 5_000 },
    10_000,
    "fix",
    /^The first one is `mail`: 50 mails a day of Cognito's own/,
  ],
  // A quota of others is asked for, not raised.
  [
    { ...complete, ...others },
    1e7,
    "fix",
    /^The first one is SES out of the sandbox: 50,000 .* Ask for more\./,
  ],
])(
  "the first limit that customers meet is named, with what is needed: %#",
  async (environment, customers, status, sentence) => {
    const finding = await capacityCheck(environment, customers).run();
    expect(finding.status).toBe(status);
    expect(finding.sentence).toMatch(sentence);
  },
);

test("docs/cost.md has the table as the defaults compute it", () => {
  const page = readFileSync(new URL("../../../../docs/cost.md", import.meta.url), "utf8");
  const cell = (limit: ReturnType<typeof capacityLimits>[number], customers: number) => {
    const needed = neededBy(customers, limit);
    return needed > limit.most ? `**${rounded(needed)}**` : rounded(needed);
  };
  const prod = { ...complete, smsDailyCap: 500 };
  const rows = capacityLimits(prod).map(
    (limit) =>
      `| ${limit.name} | ${limit.most.toLocaleString("en")} ${limit.unit} | ${cell(limit, 10_000)} | ${cell(limit, 1_000_000)} |`,
  );
  expect(page).toContain(rows.join("\n"));
});
