/**
 * `npm start`: builds the site and the functions, where they have changed, and runs the whole portal on this machine.
 * `--dev`, as `npm run dev` calls it: the same with hot reload. `--data DIR` keeps data between runs; `PORT` sets the port.
 */

import { cachedSharedFunctions, cachedSite } from "./local/build-cache.ts";
import { startLocalCloud } from "./local/cloud.ts";
import { startDevelopment } from "./local/edge/development.ts";
import { demoStandard, demoUser } from "./local/seed/demo-user.ts";
import { newProgram } from "./program.ts";

const values = newProgram("start", "Builds the portal and runs it on this machine, at PORT or 3000.")
  .option("--data <directory>", "keep what happens between runs")
  .option("--dev", "with hot reload, as npm run dev calls it")
  .parse()
  .opts<{ data?: string; dev?: true }>();
const port = Number(process.env.PORT ?? 3000);
// Shorter than the 5 minutes of a deployment.
const scheduleSeconds = 15;
const options = {
  port,
  withSubscriber: true,
  scheduleSeconds,
  ...(values.data === undefined ? {} : { dataDirectory: values.data }),
};

async function run(): Promise<void> {
  const cloud = values.dev ? await startDevelopment(options) : await startProduction();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cloud.close().finally(() => process.exit(0)));
  }
  console.log(`\nTrial:         ${demoUser.userName} / ${demoUser.password}`);
  console.log(`Standard:      ${demoStandard.userName} / ${demoStandard.password}`);
  console.log(`SMS and mail:  ${cloud.url}/__local/`);
  console.log(`Portal ready: ${cloud.url}`);
}

const startProduction = () =>
  startLocalCloud({ ...options, functions: cachedSharedFunctions(), site: cachedSite() });

await run().catch((error: unknown) => {
  const busy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(busy ? `Port ${port} is taken. Choose another one: PORT=3001 npm start` : error);
  process.exit(1);
});
