/**
 * `npm run campaign`: every operation of the contract under odd tokens and parameters, at once with others, with services that fail
 * and functions that die; what must hold afterwards is in `test/campaign/invariants.ts`. See docs/campaign.md.
 */
import { InvalidArgumentError } from "commander";
import { startVitest, type TestCase } from "vitest/node";
import { kinds, type Outcome } from "#test/campaign/outcome.ts";
import { printTable } from "./bench/table.ts";
import { ensureJava } from "./local/prerequisites/ensure-java.ts";
import { newProgram } from "./program.ts";

const file = "test/campaign/campaign.test.ts";

function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It is a number above 0.");
}

interface Options {
  seed: number;
  minutes: number;
  only: string[];
}
const { seed, minutes, only } = newProgram(
  "campaign",
  "Attacks every operation in every way the contract knows, in an order that a seed decides.",
)
  .option("--seed <number>", "which experiments come first", positive, Math.ceil(Math.random() * 1e6))
  .option("--minutes <number>", "how long", positive, 5)
  .option("--only <names>", "parts of experiments' names, with commas between", (text) => text.split(","), [])
  .parse()
  .opts<Options>();

function printCounts({ counts }: Outcome): void {
  const cellsOf = (of: Outcome["counts"][string]) =>
    kinds.map((kind) => {
      const [tried = 0, failed = 0] = of[kind] ?? [];
      if (tried === 0) return "";
      return failed === 0 ? String(tried) : `${tried} (${failed})`;
    });
  const total: Outcome["counts"][string] = {};
  for (const each of Object.values(counts))
    for (const kind of kinds) {
      const [tried = 0, failed = 0] = each[kind] ?? [];
      const [allTried = 0, allFailed = 0] = total[kind] ?? [];
      total[kind] = [allTried + tried, allFailed + failed];
    }
  const rows = Object.keys(counts)
    .sort()
    .map((name) => [name, ...cellsOf(counts[name] ?? {})]);
  printTable("Experiments", ["tried (failed)", ...kinds], [...rows, ["all", ...cellsOf(total)]]);
}

function report(outcome: Outcome): void {
  printCounts(outcome);
  for (const { name, problems } of outcome.failures) {
    console.log(`FAILED  ${name}`);
    for (const problem of problems) console.log(`        ${problem}`);
    console.log(`        npm run campaign -- --seed ${seed} --only "${name}"\n`);
  }
  const isEmpty = Object.keys(outcome.counts).length === 0;
  console.log(
    isEmpty ? "No experiment has such a name" : `${outcome.failures.length} failed, with seed ${seed}`,
  );
}

await ensureJava();
process.env.CAMPAIGN = JSON.stringify({ seed, minutes, only });
const vitest = await startVitest("test", [file], { watch: false, reporters: [{}] });
const tests = vitest.state.getTestModules().flatMap((module): TestCase[] => [...module.children.allTests()]);
const outcome = tests[0]?.meta().campaign;
const errors = [
  ...vitest.state.getUnhandledErrors(),
  ...vitest.state.getTestModules().flatMap((module) => module.errors()),
  ...(outcome ? [] : tests.flatMap((test) => test.result().errors ?? [])),
];
await vitest.close();
for (const error of errors) console.error(error);
if (outcome) report(outcome);
else if (errors.length === 0) console.error("The campaign did not run.");
const isGreen = outcome?.failures.length === 0 && Object.keys(outcome.counts).length > 0;
process.exit(isGreen && errors.length === 0 ? 0 : 1);
