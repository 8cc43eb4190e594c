/** An operator ends the sessions of a customer. */
import { expect, test } from "vitest";
import { accountState } from "#test/functions/support/accounts.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const { portal } = desk;

test("the pool ends them, the audit trail says why, and no password of before is recent any more", async () => {
  const owner = await desk.createCustomer();
  portal.requests.clear();
  await desk.run("end-sessions", owner.loginId, "--reason", "貸与端末の紛失");
  const signOuts = portal.requests
    .list("cognito")
    .filter(({ operation }) => operation === "AdminUserGlobalSignOut");
  expect(signOuts.map(({ status, body }) => [status, JSON.parse(body).Username])).toEqual([[200, owner.sub]]);
  expect(await desk.trailOf(owner)).toContainEqual(
    expect.objectContaining({ action: "sessions-ended", reason: "貸与端末の紛失" }),
  );
  expect(await portal.item(`ACTIVITY#${owner.sub}`, "PASSWORD")).toHaveProperty("signedOutAt");
  expect(await accountState(portal, owner)).toBe("enabled");
});
