import type { TestProject } from "vitest/node";
import { cachedFunctions, cachedSite } from "#scripts/local/build-cache.ts";
import { startDynamoDbLocal } from "#scripts/local/emulators/dynamodb/runner.ts";
import { type Chromium, findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { workers } from "../../../vitest.config.ts";
import { startPortalPool } from "./portal-pool.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the portals' pool. */
    portalPool: string;
    chromium: Chromium;
    /** For a journey that needs a portal unlike the common one. */
    portalParts: { site: string; functions: string; dynamoDbUrl: string };
  }
}

/**
 * Portals are the production build behind the same edge as `npm start`, on free ports. One DynamoDB Local serves all: Java warms
 * up once.
 */
export default async function setup(project: TestProject) {
  const [chromium, dynamoDb, site, functions] = await Promise.all([
    findChromium(),
    startDynamoDbLocal({ isDivided: true }),
    cachedSite(),
    cachedFunctions(),
  ]);
  const parts = { site, functions, dynamoDbUrl: dynamoDb.url };
  // As deployed: the journeys meet this limit on purpose.
  const pool = await startPortalPool(workers, { ...parts, smsAddressHourlyCap: 10 });
  project.provide("portalPool", pool.url);
  project.provide("chromium", chromium);
  project.provide("portalParts", parts);
  return async () => {
    await pool.close();
    await dynamoDb.close();
  };
}
