/** `npm run bench`: sizes, cold starts, warm times and database units, each beside its budget. Prints; asserts nothing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildFunctions, buildSite } from "../build.ts";
import { startLocalCloud } from "../local/cloud.ts";
import { measureActions } from "./actions.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureRoutes } from "./route-bytes.ts";
import { printTable } from "./table.ts";

// The functions log every call; here that is noise.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) =>
  String(chunk).startsWith('{"level"') || write(chunk, ...rest);

const dist = await mkdtemp(join(tmpdir(), "portal-bench-"));
const [site, functions] = [join(dist, "site"), join(dist, "functions")];
await Promise.all([buildSite(site), buildFunctions(functions)]);

const coldStarts = await measureColdStarts(functions);
printTable(
  "Cold start: whole process that loads the bundle, median of 15, against an empty handler in the same round",
  ["function", "bundle kB", "ms", "x empty", "budget"],
  coldStarts,
);

const cloud = await startLocalCloud({ port: 0, site, functions });
try {
  printTable(
    "First load per route in Chromium, brotli (level 11), kB; on top = beyond what /signin has loaded",
    ["route", "files", "in all", "on top", "budget"],
    await measureRoutes(cloud.url, site),
  );
  printTable(
    "Actions, warm, against DynamoDB Local: x bare = time of the handler over its own database calls alone",
    ["action", "ms", "x bare", "calls", "read units", "write units", "Stripe calls"],
    await measureActions(cloud.url, functions),
  );
} finally {
  await cloud.close();
  await rm(dist, { recursive: true, force: true });
}
process.exit(0);
