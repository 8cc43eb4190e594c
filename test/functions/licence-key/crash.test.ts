/** The process dies after any of its side effects; the reconciler, or the customer who asks again, ends in one state. */
import { beforeAll, expect, test } from "vitest";
import { leaseMs } from "../support/customer-calls.ts";
import { killEverywhere, makeClientsKillable, sideEffects } from "../support/kill.ts";
import { startLicenceKeys } from "../support/licence-keys.ts";
import { advance } from "../support/portal.ts";

const keys = await startLicenceKeys();
beforeAll(async () => {
  makeClientsKillable(keys.portal, sideEffects);
});

test.each(["resend", "reissue"] as const)("%s", async (operation) => {
  const owner = await keys.newHolder();
  const deaths = await killEverywhere(
    keys.portal,
    () => keys.order(owner, operation),
    async (effects) => {
      advance(leaseMs);
      await keys.reconcile();
      const key = await keys.keyOf(owner);
      expect(key === owner.key, `killed after ${effects}`).toBe(operation === "resend");
      // Twice when it died between sending and writing that down, and always the key that counts.
      expect([...new Set(keys.mailedKeys(owner))]).toEqual([key]);
      expect(await keys.trailOf(owner)).toEqual([expect.stringMatching(/resent|reissued/)]);
      expect(await keys.outboxOf(owner)).toEqual([]);
      expect((await keys.order(owner, "reveal")).json.result).toEqual({ licenceKey: key });
    },
  );
  // The change itself, the mail, and the deletion of its row.
  expect(deaths).toBeGreaterThanOrEqual(2);
});
