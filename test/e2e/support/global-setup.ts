import type { TestProject } from "vitest/node";
import { cachedFunctions, cachedSite } from "#scripts/local/build-cache.ts";
import { startLocalCloud } from "#scripts/local/cloud.ts";
import { type Chromium, findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { workers } from "../../../vitest.config.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** By the worker's number, from 0. */
    portalUrls: string[];
    chromium: Chromium;
    /** Where the built site and the functions' bundles lie, for a journey that needs a cloud unlike the common one. */
    built: { site: string; functions: string };
  }
}

/** A portal for each worker: the production build behind the same edge as `npm start`, on free ports. */
export default async function setup(project: TestProject) {
  const [site, functions] = [cachedSite(), cachedFunctions()];
  // As deployed: the journeys meet this limit on purpose.
  const options = { port: 0, site, functions, smsAddressHourlyCap: 10 };
  const [chromium, ...clouds] = await Promise.all([
    findChromium(),
    ...Array.from({ length: workers }, () => startLocalCloud(options)),
  ]);
  project.provide(
    "portalUrls",
    clouds.map(({ url }) => url),
  );
  project.provide("chromium", chromium);
  project.provide("built", { site: await site, functions: await functions });
  return () => Promise.all(clouds.map((cloud) => cloud.close()));
}
