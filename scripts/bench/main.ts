/**
 * `npm run bench`: sizes, cold starts, warm times and database units, each beside its budget. Prints; asserts nothing.
 * docs/cost.md multiplies the units by prices.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functionBuilds } from "#infra/settings/bundling.ts";
import { buildFunctions, buildSite } from "#scripts/build.ts";
import { startLocalCloud } from "#scripts/local/cloud.ts";
import type { ServiceName } from "#scripts/local/emulators/emulator.ts";
import { newProgram } from "#scripts/program.ts";
import { measureActions } from "./actions.ts";
import type { ComparedAction } from "./bare-calls.ts";
import { printBehind } from "./behind.ts";
import { measureColdStarts, rounds } from "./cold-start.ts";
import { printLighthouse } from "./lighthouse.ts";
import { withPeer } from "./peer/build-peer.ts";
import { type MeasuredRoute, measureRoutes } from "./route-bytes.ts";
import { printScale } from "./scale/scale.ts";
import { budget, printTable } from "./table.ts";

const program = newProgram("bench", "Measures bytes, cold starts, warm times and database units.")
  .option("--behind", "only how long a customer waits behind the sign-in, on a slow phone")
  .option("--peer", "with --behind: beside Amplify UI's Authenticator, which npm installs for it")
  .option(
    "--lighthouse",
    "only Lighthouse's figures of /signin and of the Authenticator: npm installs both for it",
  )
  .option("--scale", "only the jobs that look at everything, with 100,000 customers")
  .parse();
const { behind, peer, lighthouse, scale } =
  program.opts<Partial<Record<"behind" | "peer" | "lighthouse" | "scale", true>>>();
if (peer && !behind) program.error("--peer belongs to --behind: write --behind --peer.");

// The functions log every call; here that is noise.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) =>
  String(chunk).startsWith('{"level"') || write(chunk, ...rest);

if (lighthouse) {
  await printLighthouse();
  process.exit();
}
if (scale) {
  await printScale();
  process.exit();
}
if (behind) {
  await (peer ? withPeer(printBehind) : printBehind());
  process.exit();
}

const dist = await mkdtemp(join(tmpdir(), "portal-bench-"));
const [site, functions] = [join(dist, "site"), join(dist, "functions")];
await Promise.all([buildSite(site), buildFunctions(functionBuilds(functions))]);

const coldStarts = await measureColdStarts(functions);
printTable(
  `Cold start: whole process that loads the bundle, fastest of ${rounds}; usual = the same handler in a usual SDK bundle`,
  ["function", "bundle kB", "budget", "ms", "x empty", "budget", "usual x empty", "x usual", "budget"],
  coldStarts,
);

const rowOfRoute = ({ route, files, inAll, onTop, counted, budget: limit }: MeasuredRoute) => [
  route,
  String(files),
  inAll,
  onTop,
  budget(counted, limit),
];
/** Services that bill each call, beside the table. */
const services: readonly ServiceName[] = ["dynamodb", "cognito", "kms", "ses", "stripe", "vonage"];

const rowOfAction = ({ title, milliseconds, ratio, reads, writes, calls }: ComparedAction) => [
  title,
  milliseconds,
  ratio,
  reads.toFixed(1),
  writes.toFixed(1),
  ...services.map((service) => (calls[service] ?? 0).toFixed(1)),
];

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
    ["action", "ms", "x bare", "read units", "write units", ...services.map((service) => `${service} calls`)],
    actions.map(rowOfAction),
  );
} finally {
  await cloud.close();
  await rm(dist, { recursive: true, force: true });
}
process.exit(0);
