import { describe, expect, test } from "vitest";
import { handler as getUserHandler } from "#functions/api/get-user.ts";
import { errorCodes } from "#shared/errors.ts";
import { customerCalls, leaseMs } from "../support/customer-calls.ts";
import { eventOf } from "../support/events.ts";
import { claimsOf, newPerson, signupOf } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
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
      const event = eventOf({ claims: claimsOf(newPerson()), query });
      expect((await portal.call("get-user", getUserHandler, event)).status).toBe(400);
    },
  );

  test("is 503 when the database keeps failing, and says when to try again", async () => {
    portal.faults.add({ service: "dynamodb", status: 500, times: 3 });
    const { status, json, headers } = await customers.get(newPerson());
    expect([status, headers["retry-after"]]).toEqual([503, "60"]);
    expect(json).toEqual({ error: { code: "unavailable", message: errorCodes.unavailable.message } });
    expect(portal.logged.join("")).toContain("InternalServerError 500");
  });

  test("gets over a database that fails once", async () => {
    portal.faults.add({ service: "dynamodb", status: 0 });
    expect((await customers.get(newPerson())).status).toBe(200);
  });
});

test("logs name no person, phone, address, secret or key", async () => {
  const person = newPerson();
  const canaries = {
    corporateName: "カナリア商会",
    chargeLastName: "金糸雀",
    chargeFirstName: "鳴子",
    city: "かなりあ市",
    kintoneDomain: "canary-domain",
    basicPassword: "Canary-Secret-1",
  };
  const requestId = await verifyPhone(portal, person);
  customers.failSes(2);
  await customers.post(person, { ...signupOf(person, requestId), ...canaries });
  await customers.post(person, { ...signupOf(person, requestId), ...canaries, plan: "canary-plan" });
  await customers.get(person, "canary-name");
  advance(leaseMs);
  await customers.runReconcile();
  advance(15 * 60_000);
  await customers.runReconcile();
  const log = portal.logged.join("");
  const international = `+81${person.phoneNumber.replaceAll("-", "").slice(1)}`;
  const secrets = [
    person.email,
    person.loginId,
    person.phoneNumber,
    international,
    requestId,
    ...customers.keysIn(person),
  ];
  expect(customers.keysIn(person)).toHaveLength(1);
  for (const canary of [...Object.values(canaries), ...secrets, "canary"]) expect(log).not.toContain(canary);
  expect(log).toContain(person.sub);
  for (const line of portal.logged) expect(JSON.parse(line)).toMatchObject({ requestId: expect.any(String) });
});
