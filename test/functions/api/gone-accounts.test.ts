/** A token outlives its account by up to 15 minutes: no endpoint serves a gone account, or no account, or acts for another by the login ID. */
import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "#shared/endpoints.ts";
import { deleteAccount, disableAccount, replaceAccount, unconfirmAccount } from "../support/accounts.ts";
import { type GoneAccount, goneAccounts, isRefused } from "../support/gone-accounts.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

const states: Record<GoneAccount, (owner: Owner) => unknown> = {
  deleted: (owner) => deleteAccount(portal, owner),
  disabled: (owner) => disableAccount(portal, owner),
  // Before the user pool was told.
  closed: (owner) => world.changeRecord(owner, { closedAt: new Date().toISOString() }),
  replaced: (owner) => replaceAccount(portal, owner),
  unconfirmed: (owner) => unconfirmAccount(portal, owner),
};
const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].authentication === "id-token",
);

/** The shortest request there is: who calls is asked before what for. */
const ask = async (name: EndpointName, owner: Owner, body: unknown = {}) =>
  portal.call(name, { by: owner, ...(endpoints[name].method === "POST" && { body }) });

test.each(names)(
  "%s answers 401 to a visitor, and to the token of a gone account as the contract says",
  async (name) => {
    expect((await portal.call(name, endpoints[name].method === "POST" ? { body: {} } : {})).status).toBe(401);
    const owners = new Map<GoneAccount, Owner>();
    for (const kind of goneAccounts) {
      const owner = await world.createCustomer();
      expect((await ask(name, owner)).status, "as long as the account is there").not.toBe(401);
      await states[kind](owner);
      owners.set(kind, owner);
    }
    await world.expectNothingWritten(async () => {
      for (const [kind, owner] of owners) {
        const { status, json } = await ask(name, owner);
        const expected = isRefused(endpoints[name], kind);
        expect([kind, status === 401, json.error?.code === "unauthorized"]).toEqual([
          kind,
          expected,
          expected,
        ]);
      }
    });
  },
);

test.each(names)(
  "%s answers 503 while the user pool does not say whether the account is there",
  async (name) => {
    const owner = await world.createCustomer();
    await ask(name, owner);
    portal.faults.add({ service: "cognito", operation: "AdminGetUser", status: 500, times: 3 });
    expect((await world.expectNothingWritten(() => ask(name, owner))).status).toBe(503);
  },
);

/** Somebody else has the login ID by now, and is signed in. */
test("a former owner's token of a login ID ends no session of the current owner", async () => {
  const owner = await world.createCustomer();
  await ask("sessions", owner);
  await replaceAccount(portal, owner);
  portal.requests.clear();
  expect((await portal.call("sessions", { by: owner, body: { operation: "end" } })).status).toBe(401);
  await world.reconcile();
  const ended = portal.requests.list("cognito").map(({ operation }) => operation);
  expect(ended).not.toContain("AdminUserGlobalSignOut");
});

test.each([
  ["a former owner", replaceAccount],
  ["a deleted account", deleteAccount],
])("nor does a row about %s that the reconciler finds, which it deletes", async (_, change) => {
  const owner = await world.createCustomer();
  await ask("sessions", owner, { operation: "prepare-end" });
  await change(portal, owner);
  portal.requests.clear();
  await world.reconcileLater();
  const asked = portal.requests.list("cognito").map(({ operation }) => operation);
  expect(asked).toContain("AdminGetUser");
  expect(asked).not.toContain("AdminUserGlobalSignOut");
  expect(await portal.item("SESSIONS", owner.sub)).toBeUndefined();
});
