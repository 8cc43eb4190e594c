import { expect, test } from "vitest";
import { dynamodb } from "#functions/platform/aws-clients.ts";
import { environment } from "#functions/runtime/environment.ts";
import { authenticatorSwitched, newPasskey } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { countPasskeyOwners } from "#scripts/operator/deployment/user-pool-checks.ts";
import { startPortal } from "#test/functions/support/portal.ts";

const portal = await startPortal();

test("a customer counts once, with any number of passkeys, and not with a removed one", async () => {
  for (const credential of ["phone", "laptop"]) await portal.put(newPasskey("with-two", credential).put);
  await portal.put({ ...newPasskey("with-one", "phone").put, lastUsedAt: "2026-11-01T00:00:00.000Z" });
  await portal.put({ ...newPasskey("without", "phone").put, removedAt: "2026-11-01T00:00:00.000Z" });
  await portal.put(authenticatorSwitched("with-an-app", true).put);
  portal.become("operator");
  expect(await countPasskeyOwners(dynamodb(), environment("TABLE_NAME"))).toEqual({
    customers: 2,
    isAll: true,
  });
});
