import type { TestProject } from "vitest/node";
import { cachedFunctions, cachedSite } from "#scripts/local/build-cache.ts";
import { type Chromium, findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { workers } from "../../../vitest.config.ts";
import { startPortalPool } from "./portal-pool.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the portals' pool. */
    portalPool: string;
    chromium: Chromium;
    /** Where the built site and the functions' bundles lie, for a journey that needs a cloud unlike the common one. */
    built: { site: string; functions: string };
  }
}

/** Portals are the production build behind the same edge as `npm start`, on free ports. */
export default async function setup(project: TestProject) {
  const [site, functions] = [cachedSite(), cachedFunctions()];
  // As deployed: the journeys meet this limit on purpose.
  const options = { port: 0, site, functions, smsAddressHourlyCap: 10 };
  const [chromium, pool] = await Promise.all([findChromium(), startPortalPool(workers, options)]);
  project.provide("portalPool", pool.url);
  project.provide("chromium", chromium);
  project.provide("built", { site: await site, functions: await functions });
  return pool.close;
}
