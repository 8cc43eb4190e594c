import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { createServer } from "vite";
import { functionsBuild } from "#infra/settings/bundling.ts";
import { functionsDirectory } from "#scripts/build.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "../cloud.ts";
import { listen } from "../http.ts";

async function freePort(): Promise<number> {
  const { url, close } = await listen(() => undefined, 0);
  await close();
  return Number(new URL(url).port);
}

/** Vite serves the site; a change under functions or shared rebuilds the bundles and drops the sandboxes. */
export async function startDevelopment(options: LocalCloudOptions): Promise<LocalCloud> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url)),
    // Of its own for each portal: with one fixed port, a second portal's pages would reload with the first one's edits.
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: "spa",
  });
  const bundles = await context({
    ...functionsBuild(functionsDirectory, { isReadable: true }),
    plugins: [
      {
        name: "restart-sandboxes",
        setup: (build) =>
          build.onEnd(({ errors }) => (errors.length === 0 ? cloud?.lambda.kill() : undefined)),
      },
    ],
  });
  let cloud: LocalCloud | undefined;
  await bundles.rebuild();
  cloud = await startLocalCloud({ ...options, devSite: vite.middlewares });
  await bundles.watch();
  return {
    ...cloud,
    async close() {
      await Promise.all([vite.close(), bundles.dispose(), cloud?.close()]);
    },
  };
}
