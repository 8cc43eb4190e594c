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
const wider = { ...complete, smsDailyCap: 5_000 };
test.each([
  [
    complete,
    100_000,
    "fix",
    "The first one is `smsDailyCap`: 50 SMS a day, 900 are needed; it is met at 5,555 cust",
  ],
  [wider, 100_000, "ok", "None is met. The first one is `codeMails`: 400 mailed codes"],
  [
    { ...dev, smsDailyCap: 5_000 },
    10_000,
    "fix",
    "The first one is `mail`: 50 mails a day of Cognito's own sender",
  ],
  [{ ...complete, ...others }, 1e7, "fix", "The first one is SES out of the sandbox: 50,000 mails a day"],
])(
  "the first limit that customers meet is named, with what is needed: %#",
  async (of, customers, status, sentence) => {
    const finding = await capacityCheck(of, customers).run();
    expect(finding).toEqual({ status, sentence: expect.stringMatching(`^${sentence}`) });
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
