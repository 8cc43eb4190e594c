import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { createServer } from "vite";
import { functionsBuild } from "#infra/settings/bundling.ts";
import { functionsDirectory } from "#scripts/build.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "../cloud.ts";
import { freePort } from "../http.ts";

type Options = Omit<LocalCloudOptions, "site" | "functions" | "devSite">;

/** Vite serves the site; a change under functions or shared rebuilds the bundles and drops the sandboxes. */
export async function startDevelopment(options: Options): Promise<LocalCloud> {
  // Each build would leave the files behind that the bundles shared before.
  await rm(functionsDirectory, { recursive: true, force: true });
  let cloud: LocalCloud | undefined;
  const bundles = await context({
    ...functionsBuild(functionsDirectory, { isReadable: true, isShared: true }),
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
    configFile: fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url)),
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
