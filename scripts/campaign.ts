/**
 * `npm run campaign`: every operation of the contract under odd tokens and parameters, at once with others, with services that fail
 * and functions that die; what must hold afterwards is in `test/campaign/invariants.ts`. See docs/campaign.md.
 */
import { InvalidArgumentError } from "commander";
import { startVitest, type TestCase } from "vitest/node";
import { kinds, type Outcome } from "#test/campaign/outcome.ts";
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

function table({ counts }: Outcome): string {
  const width = Math.max(...Object.keys(counts).map(({ length }) => length), 0) + 2;
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join("")}`;
  const cellsOf = (of: Outcome["counts"][string]) =>
    kinds.map((kind) => {
      const [tried = 0, failed = 0] = of[kind] ?? [];
      if (tried === 0) return "";
      return failed === 0 ? String(tried) : `${tried} (${failed})`;
    });
  const rows = Object.keys(counts)
    .sort()
    .map((name) => line(name, cellsOf(counts[name] ?? {})));
  const total = cellsOf(
    Object.fromEntries(
      kinds.map((kind) => {
        const each = Object.values(counts).map(({ [kind]: [tried, failed] = [0, 0] }) => ({ tried, failed }));
        return [
          kind,
          [
            each.reduce((all, { tried }) => all + tried, 0),
            each.reduce((all, { failed }) => all + failed, 0),
          ],
        ];
      }),
    ),
  );
  return [line("tried (failed)", kinds), ...rows, line("all", total)].join("\n");
}

function report(outcome: Outcome): void {
  console.log(`\n${table(outcome)}\n`);
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
const vitest = await startVitest("test", [file], { watch: false, project: ["unit"], reporters: [{}] });
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
const isGreen = outcome?.failures.length === 0 && Object.keys(outcome.counts).length > 0;
process.exit(isGreen && errors.length === 0 ? 0 : 1);
