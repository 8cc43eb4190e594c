/**
 * `npm run bench [-- --env prod]`: sizes, cold starts, warm times and database units, each beside its budget, and
 * what they cost. Prints; asserts nothing.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, environmentNamed, SettingsError } from "#infra/config.ts";
import { buildFunctions, buildSite } from "#scripts/build.ts";
import { startLocalCloud } from "#scripts/local/cloud.ts";
import { newProgram } from "#scripts/program.ts";
import { measureActions } from "./actions.ts";
import type { ComparedAction } from "./bare-calls.ts";
import { measureColdStarts, rounds } from "./cold-start.ts";
import type { Measured } from "./cost/model.ts";
import { printCosts } from "./cost/tables.ts";
import { type MeasuredRoute, measureRoutes } from "./route-bytes.ts";
import { printTable } from "./table.ts";

const { env } = newProgram("bench", "Measures bytes, cold starts, warm times, database units and costs.")
  .option("--env <name>", "the environment whose settings the costs are for")
  .parse()
  .opts<{ env?: string }>();
const environment = chosenEnvironment(env);

function chosenEnvironment(name: string | undefined): Environment {
  try {
    return environmentNamed(name);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

// The functions log every call; here that is noise.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) =>
  String(chunk).startsWith('{"level"') || write(chunk, ...rest);

const dist = await mkdtemp(join(tmpdir(), "portal-bench-"));
const [site, functions] = [join(dist, "site"), join(dist, "functions")];
await Promise.all([buildSite(site), buildFunctions(functions)]);

const coldStarts = await measureColdStarts(functions);
printTable(
  `Cold start: whole process that loads the bundle, fastest of ${rounds}; usual = the same handler in a usual SDK bundle`,
  ["function", "bundle kB", "ms", "x empty", "budget", "usual x empty", "x usual", "budget"],
  coldStarts,
);

const rowOfRoute = ({ route, files, inAll, onTop, limit }: MeasuredRoute) => [
  route,
  String(files),
  inAll,
  onTop,
  limit,
];
const rowOfAction = ({ title, milliseconds, ratio, reads, writes, calls }: ComparedAction) => [
  title,
  milliseconds,
  ratio,
  ...[calls.dynamodb ?? 0, reads, writes, calls.stripe ?? 0].map((count) => count.toFixed(1)),
];

function find<T>(all: readonly T[], isIt: (each: T) => boolean): T {
  const found = all.find(isIt);
  if (!found) throw new Error("The cost table needs an action or a route that was not measured.");
  return found;
}

const cloud = await startLocalCloud({ port: 0, site, functions });
try {
  const routes = await measureRoutes(cloud.url, site);
  printTable(
    "First load per route in Chromium, brotli (level 11), kB; on top = beyond what /signin has loaded",
    ["route", "files", "in all", "on top", "budget"],
    routes.map(rowOfRoute),
  );
  const actions = await measureActions(cloud, functions);
  printTable(
    "Actions, warm, against DynamoDB Local: x bare = time of the handler over its own database calls alone",
    ["action", "ms", "x bare", "calls", "read units", "write units", "Stripe calls"],
    actions.map(rowOfAction),
  );
  const measured: Measured = {
    action: (title) => find(actions, (action) => action.title === title),
    page: (name) => {
      const { files, inAll } = find(routes, ({ route }) => route === name);
      return { files, kilobytes: inAll };
    },
  };
  printCosts(measured, environment, site);
} finally {
  await cloud.close();
  await rm(dist, { recursive: true, force: true });
}
process.exit(0);
