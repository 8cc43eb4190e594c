/** An operation waits before one of its first side effects until another one has ended. Half of the effects, by the run's seed. */
import { expect, test, vi } from "vitest";
import { makeClientsKillable, sideEffects } from "#test/functions/support/kill.ts";
import { drawHalf } from "./draw.ts";
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

/** Before an erasure: those of which something came back, and one of each kind. The campaign tries every one. */
const beforeErasure = [
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

/** One of them happens, or both do, once: it is decided by what was read before the second effect. */
const pairs = [
  ["account/close from trial", "itself"],
  ["subscription/invoice from trial", "checkout-session from trial"],
  ["subscription/card from paying", "stripe-webhook from paying"],
  ["erase from suspended", "subscription/invoice from suspended"],
] as const;

async function expectNothingFound(
  first: string,
  isSecond: (group: string) => boolean,
  place = /before effect \d$/,
): Promise<void> {
  const races = builders
    .race(operationNamed(first))
    .filter(({ name, group = "" }) => isSecond(group) && place.test(name));
  const failures = await attemptAll(drawHalf(races, first));
  vi.restoreAllMocks();
  expect(failures).toEqual([]);
  expect(races.length).toBeGreaterThan(0);
}

test.each(beforeErasure)("%s and an erasure", (first) => expectNothingFound(first, isErasure));
test.each(pairs)("%s and %s", (first, second) =>
  expectNothingFound(first, (group) => group === second, /which waits before effect 2/),
);
