/** The first steps of the campaign with the same seed every time; `npm run campaign` takes more, with any seed. */
import { expect, test, vi } from "vitest";
import { makeClientsKillable, sideEffects } from "#test/functions/support/kill.ts";
import { runCampaign, type Settings } from "./campaign.ts";
import { kinds } from "./outcome.ts";
import { makeClientsImpatient } from "./patience.ts";
import { operations } from "./scenarios.ts";
import { startCampaign } from "./world.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, killableHttp } = await import("#test/functions/support/kill.ts");
  return killableHttp(await load(), sideEffects);
});

vi.mock("#functions/runtime/deadline.ts", async (load) => {
  const { impatient } = await import("./patience.ts");
  return impatient(await load());
});

/** Enough for each scenario. */
const steps = 70;
const given: Settings | undefined = process.env.CAMPAIGN && JSON.parse(process.env.CAMPAIGN);
const settings: Settings = given ?? { seed: 3, steps, only: [] };

const world = await startCampaign({ hasTimeLimits: true });
makeClientsKillable(world.portal, sideEffects);
makeClientsImpatient(world.portal);

test("the invariants hold for every request, caller, order and failure", {
  timeout: (settings.minutes ?? 1) * 60_000 + 540_000,
}, async ({ task }) => {
  const outcome = await runCampaign(world, settings);
  task.meta.campaign = outcome;
  // The functions' log lines under faults explain nothing.
  vi.restoreAllMocks();
  expect(outcome.failures).toEqual([]);
  if (given) return;
  const tried = Object.entries(outcome.counts);
  // Few operations have losses: lost-rows.test.ts tries them.
  const usual = kinds.filter((kind) => kind !== "loss");
  expect(usual.filter((kind) => !tried.some(([, counts]) => counts[kind]))).toEqual([]);
  const groups = new Set(tried.map(([name]) => operations.find((each) => each.name === name)?.group));
  expect(operations.filter(({ group }) => !groups.has(group)).map(({ group }) => group)).toEqual([]);
});
