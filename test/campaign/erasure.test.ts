/** A customer is erased while an operation is before one of its side effects: nothing of the customer may come back. */
import { expect, test, vi } from "vitest";
import { makeClientsKillable, sideEffects } from "#test/functions/support/kill.ts";
import { createExperiments } from "./experiments.ts";
import { operationNamed } from "./scenarios.ts";
import { startCampaign } from "./world.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, killableHttp } = await import("#test/functions/support/kill.ts");
  return killableHttp(await load(), sideEffects);
});

const world = await startCampaign();
makeClientsKillable(world.portal, sideEffects);
const { builders, attemptAll } = await createExperiments(world);

/** Those of which something came back, and one of each kind. The campaign tries every one. */
const table = [
  "checkout-session from trial",
  "disputed from card",
  "export from trial",
  "overdue from invoice due",
  "paid from card page open",
  "paid_late from held back",
  "payment_failed from card",
  "post-contract/change-payment-type from invoice",
  "post-contract/invoice-fields from card",
  "post-user/update from new phone",
  "reconcile from cancelling",
  "reconcile from new e-mail",
  "reconcile from to be erased",
  "sessions/end from card",
  "setup-session from card",
  "sign-in-methods from authenticator on",
  "verify/send from trial",
];
const isErasure = (group: string): boolean => group.startsWith("erase ") || group.startsWith("retention ");

test.each(table)("%s", async (named) => {
  const races = builders
    .race(operationNamed(named))
    .filter(({ name, group = "" }) => isErasure(group) && name.includes("before effect"));
  const failures = await attemptAll(races);
  vi.restoreAllMocks();
  expect(failures).toEqual([]);
  expect(races.length).toBeGreaterThan(0);
});
