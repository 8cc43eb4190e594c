import { expect, inject, test } from "vitest";
import { measureRoutes } from "#scripts/bench/route-bytes.ts";
import { startLocalCloud } from "#scripts/local/cloud.ts";

test("no route loads more than its budget, and no budget has more than a twentieth to spare", async () => {
  // A notice of another journey would add a file.
  const built = inject("built");
  const cloud = await startLocalCloud({ port: 0, ...built });
  try {
    const routes = await measureRoutes(cloud.url, built.site);
    const over = routes.filter(({ counted, budget }) => counted > budget);
    expect(
      over.map(({ route, counted, budget }) => `${route}: ${counted.toFixed(1)} of ${budget} kB`),
    ).toEqual([]);

    for (const [budget, group] of Map.groupBy(routes, (route) => route.budget))
      expect(Math.max(...group.map(({ counted }) => counted))).toBeGreaterThan(0.95 * budget);
  } finally {
    await cloud.close();
  }
}, 360_000);
