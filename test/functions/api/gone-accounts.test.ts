/** A token outlives its account by up to 15 minutes: no endpoint serves a gone account, or no account, or acts for another by the login ID. */
import { expect, test } from "vitest";
import type { EndpointName } from "#shared/endpoints.ts";
import * as accounts from "../support/accounts.ts";
import { type GoneAccount, goneAccounts, isRefused } from "../support/gone-accounts.ts";
import { newPerson } from "../support/people.ts";
import { endpointOf, endpointsThat, requestTo } from "../support/requests.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

const states: Record<GoneAccount, (owner: Owner) => unknown> = {
  deleted: (owner) => accounts.deleteAccount(portal, owner),
  disabled: (owner) => accounts.disableAccount(portal, owner),
  // Before the user pool was told.
  closed: (owner) => world.changeProfile(owner, { closedAt: new Date().toISOString() }),
  replaced: (owner) => accounts.replaceAccount(portal, owner),
  unconfirmed: (owner) => accounts.unconfirmAccount(portal, owner),
};
const names = endpointsThat(({ authentication }) => authentication === "id-token");

/** The shortest request there is: who calls is asked before what for. */
const ask = (name: EndpointName, owner: Owner, body: unknown = {}) =>
  portal.call(name, requestTo(name, owner, { body }));

test.each(names)("%s refuses a visitor, and the tokens of gone accounts by the contract", async (name) => {
  const { by: _, ...anybodys } = requestTo(name, newPerson());
  expect((await portal.call(name, anybodys)).status).toBe(401);
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
      const answer = { isRefused: status === 401, isUnauthorized: json.error?.code === "unauthorized" };
      const expected = isRefused(endpointOf(name), kind);
      expect(answer, kind).toEqual({ isRefused: expected, isUnauthorized: expected });
    }
  });
});

test.each(names)("%s answers 503 while the user pool does not tell of the account", async (name) => {
  const owner = await world.createCustomer();
  await ask(name, owner);
  portal.faults.add({ service: "cognito", operation: "AdminGetUser", status: 500, times: 3 });
  await world.expectRefused(() => ask(name, owner), "unavailable");
});

test.each([
  ["a former owner of its login ID", accounts.replaceAccount],
  ["a deleted account", accounts.deleteAccount],
])("a session is not ended by a row about %s, which the reconciler deletes", async (_, change) => {
  const owner = await world.createCustomer();
  await ask("sessions", owner, { operation: "prepare-end" });
  await change(portal, owner);
  portal.requests.clear();
  // Nor by the token.
  expect((await ask("sessions", owner, { operation: "end" })).status).toBe(401);
  await world.reconcileLater();
  expect(portal.requests.list("cognito").map(({ operation }) => operation)).toContain("AdminGetUser");
  expect(accounts.globalSignOuts(portal)).toEqual([]);
  expect(await portal.item("SESSIONS", owner.sub)).toBeUndefined();
});
