import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildFunctions, buildSite } from "../../../scripts/build.ts";
import { startLocalCloud } from "../../../scripts/local/cloud.ts";
import { type Chromium, findChromium } from "../../../scripts/local/ensure-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    portalUrl: string;
    chromium: Chromium;
    /** Where the built site and the functions' bundles lie, for a journey that needs a cloud unlike the common one. */
    built: { site: string; functions: string };
  }
}

/** One portal for all journeys: the production build behind the same edge as `npm start`, on a free port. */
export default async function setup(project: TestProject) {
  const dist = await mkdtemp(join(tmpdir(), "portal-e2e-"));
  const [site, functions] = [join(dist, "site"), join(dist, "functions")];
  const [cloud, chromium] = await Promise.all([
    startLocalCloud({
      port: 0,
      site,
      functions,
      // As deployed: the journeys meet this limit on purpose.
      smsAddressHourlyCap: 10,
      built: Promise.all([buildSite(site), buildFunctions(functions)]),
    }),
    findChromium(),
  ]);
  project.provide("portalUrl", cloud.url);
  project.provide("chromium", chromium);
  project.provide("built", { site, functions });
  return async () => {
    await cloud.close();
    await rm(dist, { recursive: true, force: true });
  };
}
