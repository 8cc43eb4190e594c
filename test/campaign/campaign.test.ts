/** A minute of the campaign with the same seeds every time; `npm run campaign` runs longer, with any seed. */
import { expect, test, vi } from "vitest";
import { everyCall, makeClientsMortal } from "#test/functions/support/kill.ts";
import { runCampaign, type Settings } from "./campaign.ts";
import { makeClientsImpatient } from "./patience.ts";
import { startWorld } from "./world.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { everyCall, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), everyCall);
});

vi.mock("#functions/runtime/deadline.ts", async (load) => {
  const { impatient } = await import("./patience.ts");
  return impatient(await load());
});

const settings: Settings = { seed: 1, minutes: 1, only: [], ...JSON.parse(process.env.CAMPAIGN ?? "{}") };

test("the invariants hold for every request, caller, order and failure", {
  timeout: settings.minutes * 60_000 + 240_000,
}, async ({ task }) => {
  const world = await startWorld();
  makeClientsMortal(world.portal, everyCall);
  makeClientsImpatient(world.portal);
  const outcome = await runCampaign(world, settings);
  task.meta.campaign = outcome;
  // The functions' log lines under faults explain nothing.
  vi.restoreAllMocks();
  expect(outcome.failures).toEqual([]);
});
