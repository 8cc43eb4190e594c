import { describe, expect, test } from "vitest";
import { newPerson, signupOf } from "../support/people.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

describe("GET /api/user", () => {
  test("is one call to the database and one to the user pool", async () => {
    const customer = await world.createCustomer();
    portal.requests.clear();
    await world.getUser(customer);
    const calls = portal.requests.list().map(({ operation }) => operation);
    expect(calls.sort()).toEqual(["AdminGetUser", "GetItem"]);
  });

  test("takes the login ID in either case, as the pool does", async () => {
    const person = newPerson();
    expect((await world.getUser(person, person.loginId.toUpperCase())).status).toBe(200);
  });

  test("refuses another's name alike whether that account exists or not", async () => {
    const [person, other] = [newPerson(), newPerson()];
    await world.postUser(other, signupOf(other, await verifyPhone(portal, other)));
    const existing = await world.getUser(person, other.loginId);
    const unknown = await world.getUser(person, "nobody");
    expect(existing.status).toBe(403);
    expect(existing.text).toBe(unknown.text);
    expect(existing.text).not.toContain(other.loginId);
  });
});
