/**
 * `npm start`: builds the site and the functions, where they have changed, and runs the whole portal on this machine.
 * `--dev`, as `npm run dev` calls it: the same with hot reload. `--data DIR` keeps data between runs; `PORT` sets the port.
 */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { createServer } from "vite";
import { sharedBuild } from "#infra/settings/bundling.ts";
import { functionsDirectory } from "./build.ts";
import { cachedSharedFunctions, cachedSite } from "./local/build-cache.ts";
import { type LocalCloud, startLocalCloud } from "./local/cloud.ts";
import { freePort } from "./local/http.ts";
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
  const cloud = values.dev ? await startDevelopment() : await startProduction();
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

/** Vite serves the site; a change under functions or shared rebuilds the bundles and drops the sandboxes. */
async function startDevelopment(): Promise<LocalCloud> {
  // Each build would leave the files behind that the bundles shared before.
  await rm(functionsDirectory, { recursive: true, force: true });
  let cloud: LocalCloud | undefined;
  const bundles = await context({
    ...sharedBuild(functionsDirectory, { isReadable: true }),
    plugins: [
      {
        name: "restart-sandboxes",
        setup: (build) =>
          build.onEnd(({ errors }) => (errors.length === 0 ? cloud?.lambda.kill() : undefined)),
      },
    ],
  });
  const functions = bundles.rebuild().then(() => functionsDirectory);
  const vite = await createServer({
    configFile: fileURLToPath(new URL("../web/vite.config.ts", import.meta.url)),
    // Of its own for each portal: with one fixed port, a second portal's pages would reload with the first one's edits.
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: "spa",
  });
  cloud = await startLocalCloud({ ...options, functions, devSite: vite.middlewares });
  await bundles.watch();
  return {
    ...cloud,
    async close() {
      await Promise.all([vite.close(), bundles.dispose(), cloud?.close()]);
    },
  };
}

await run().catch((error: unknown) => {
  const busy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(busy ? `Port ${port} is taken. Choose another one: PORT=3001 npm start` : error);
  process.exit(1);
});
