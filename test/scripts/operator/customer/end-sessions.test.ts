/** An operator ends the sessions of a customer. */
import { expect, test } from "vitest";
import { accountState } from "#test/functions/support/accounts.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const { portal } = desk;
const end = ({ loginId }: Payer) => desk.run("end-sessions", loginId, "--reason", "貸与端末の紛失");

test("the pool ends them, the audit trail says why, and no password of before is recent any more", async () => {
  const owner = await desk.newOwner();
  portal.requests.clear();
  expect(await end(owner)).toBe(`Every session of ${owner.loginId} has ended.`);
  const signOuts = portal.requests
    .list("cognito")
    .filter(({ operation }) => operation === "AdminUserGlobalSignOut");
  expect(signOuts.map(({ status }) => status)).toEqual([200]);
  expect(await desk.trailOf(owner)).toContainEqual(
    expect.objectContaining({ action: "sessions-ended", reason: "貸与端末の紛失" }),
  );
  expect(await portal.item(`ACTIVITY#${owner.sub}`, "PASSWORD")).toMatchObject({
    signedOutAt: expect.stringMatching(/^\d{4}-/),
  });
  expect(await accountState(portal, owner)).toBe("enabled");
});

test("an unknown login ID is refused", async () => {
  await expect(desk.run("end-sessions", "nobody", "--reason", "x")).rejects.toThrow("There is no account");
});
