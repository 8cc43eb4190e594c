/** Operations on money or identity whose process ends after a side effect. Half of the effects, by the run's seed. */
import { expect, test, vi } from "vitest";
import { makeClientsKillable, sideEffects } from "#test/functions/support/kill.ts";
import { drawBit, drawHalf, isThorough } from "./draw.ts";
import { createExperiments } from "./experiments.ts";
import { operationNamed } from "./scenarios.ts";
import { startCampaign } from "./world.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, killableHttp } = await import("#test/functions/support/kill.ts");
  return killableHttp(await load(), sideEffects);
});

/** With the number of side effects at least. */
const table: Record<string, number> = {
  "post-user/signup from account": 3,
  "post-user/upgrade from trial": 2,
  "post-user/update from new e-mail": 6,
  "licence-key/reissue from trial": 3,
  "licence-key/resend from trial": 3,
  "checkout-session from trial": 8,
  "subscription/card from paying": 4,
  "subscription/invoice from trial": 10,
  "subscription/invoice from suspended": 8,
  "post-contract/cancel from card": 6,
  "post-contract/resume from cancelling": 6,
  "post-contract/change-payment-type from card": 6,
  "stripe-webhook from paying": 4,
  "stripe-webhook from paid twice": 4,
  "paid from card page open": 4,
  "period_ended from cancelling": 4,
  "account/close from card": 8,
  "account/close from paying": 8,
  "retention from to be erased": 15,
  "erase from page open": 15,
  "restore from to be erased": 2,
  "gave_up from past due": 4,
  "paid_late from held back": 3,
  "disputed from card": 2,
  "sessions/end from card": 3,
  "sign-in-methods from authenticator on": 4,
  "withdraw-sign-up/withdraw from unconfirmed": 3,
  "login-ids from trial": 2,
  "reconcile from paying": 6,
  "reconcile from new e-mail": 4,
  "reconcile from without a key": 3,
  "reconcile from closing": 3,
  "reconcile from invoice late": 3,
};

const world = await startCampaign();
makeClientsKillable(world.portal, sideEffects);
const { builders, attemptAll } = await createExperiments(world);

test.each(Object.entries(table))("%s", async (name, least) => {
  const operation = operationNamed(name);
  const failures = await attemptAll(builders.clean(operation));
  const kills = builders.kill(operation);
  const effects = Array.from({ length: kills.length / 2 }, (_, effect) =>
    kills.slice(2 * effect, 2 * effect + 2),
  );
  // Two for each effect: nothing follows, or the same request goes again. They take turns.
  const first = drawBit(`${name} again`);
  const tried = drawHalf(effects, name).flatMap((reactions, turn) =>
    reactions.filter((_, index) => isThorough || index === (turn + first) % 2),
  );
  failures.push(...(await attemptAll(tried)));
  vi.restoreAllMocks();
  expect(failures).toEqual([]);
  expect(effects.length).toBeGreaterThanOrEqual(least);
});
