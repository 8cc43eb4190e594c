import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { createServer } from "vite";
import { functionsBuild } from "../../../infra/settings/bundling.ts";
import { functionsDirectory } from "../../build.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "../cloud.ts";

/** Vite serves the site; a change under functions or shared rebuilds the bundles and drops the sandboxes. */
export async function startDevelopment(options: LocalCloudOptions): Promise<LocalCloud> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url)),
    server: { middlewareMode: true },
    appType: "spa",
  });
  const bundles = await context({
    ...functionsBuild(functionsDirectory),
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
