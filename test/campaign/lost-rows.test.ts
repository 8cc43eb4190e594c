/** Rows are lost, and every job runs: from a state of each kind of customer. `npm run campaign -- --only loss` tries every state. */
import { expect, test, vi } from "vitest";
import { createExperiments } from "./experiments.ts";
import { operations } from "./scenarios.ts";
import type { StateName } from "./states.ts";
import { startCampaign } from "./world.ts";

const world = await startCampaign();
const { builders, attemptAll } = await createExperiments(world);

test.each<StateName>(["trial", "card", "invoice due", "suspended", "to be erased"])(
  "a customer who is %s keeps account and contract, and the alarm rings",
  async (state) => {
    const experiments = operations.filter((each) => each.state === state).flatMap(builders.loss);
    const failures = await attemptAll(experiments);
    vi.restoreAllMocks();
    expect(failures).toEqual([]);
    expect(experiments).toHaveLength(4);
  },
);
