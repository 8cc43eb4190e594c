import { expect, inject, test } from "vitest";
import { measureRoutes } from "#scripts/bench/route-bytes.ts";
import { local } from "../support/local.ts";

test("no route loads more than its budget, which has at most a twentieth to spare", async () => {
  // A notice of another journey would add a file.
  await local.reset();
  const routes = await measureRoutes(local.url(""), inject("portalParts").site);
  const over = routes.filter(({ counted, budget }) => counted > budget);
  expect(over.map(({ route, counted, budget }) => `${route}: ${counted.toFixed(1)} of ${budget} kB`)).toEqual(
    [],
  );

  for (const [budget, group] of Map.groupBy(routes, (route) => route.budget))
    expect(Math.max(...group.map(({ counted }) => counted))).toBeGreaterThan(0.95 * budget);
});
