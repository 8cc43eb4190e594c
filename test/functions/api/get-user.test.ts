import { describe, expect, test } from "vitest";
import { customerCalls } from "../support/customer-calls.ts";
import { newPerson, signupOf } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const portal = await startPortal();
const customers = customerCalls(portal);

describe("GET /api/user", () => {
  test("is one call to the database and one to the user pool", async () => {
    const person = newPerson();
    portal.requests.clear();
    await customers.get(person);
    expect(
      portal.requests
        .list()
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(["AdminGetUser", "GetItem"]);
  });

  test("takes the login ID in either case, as the pool does", async () => {
    const person = newPerson();
    expect((await customers.get(person, person.loginId.toUpperCase())).status).toBe(200);
  });

  test("refuses another's name alike whether that account exists or not", async () => {
    const [person, other] = [newPerson(), newPerson()];
    await customers.post(other, signupOf(other, await verifyPhone(portal, other)));
    const existing = await customers.get(person, other.loginId);
    const unknown = await customers.get(person, "nobody");
    expect(existing.status).toBe(403);
    expect(existing.text).toBe(unknown.text);
    expect(existing.text).not.toContain(other.loginId);
  });

  test.each([{}, { name: "" }, { name: "a", extra: "b" }, { name: "x".repeat(300) }])(
    "%j as query is refused with 400",
    async (query) => {
      expect((await portal.call("get-user", { by: newPerson(), query })).status).toBe(400);
    },
  );
});
