/** One check each of what lies between the handlers' own tests and a caller: routes, the authorizer, and the caller's address. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { endpoints } from "#shared/endpoints.ts";
import { createCustomer, getApi, newPerson } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { startNewSmsHour } from "../support/sms-limits.ts";

let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});
beforeEach(() => local.clearRequests());

/** Without those of the reconciler, which runs when its time has come. */
const tableCalls = async () =>
  (await local.requests("dynamodb")).filter(({ headers }) => !headers.authorization?.includes("RECONCILE"));

const protectedEndpoints = Object.values(endpoints).filter(
  ({ authentication }) => authentication === "id-token",
);

test.each(protectedEndpoints)(
  "$method $path reads the id token from the Authentication header alone",
  async ({ method, path }) => {
    const headers = { Authorization: customer.idToken, cookie: `Authentication=${customer.idToken}` };
    const url = local.url(`${path}?Authentication=${customer.idToken}`);
    expect((await fetch(url, { method, headers })).status).toBe(401);
    expect(await tableCalls()).toEqual([]);
  },
);

test("the id token of a customer is accepted, and the access token is not", async () => {
  const path = `/api/user?name=${customer.loginId}`;
  expect((await getApi(path, customer.accessToken)).status).toBe(401);
  expect(await tableCalls()).toEqual([]);
  expect((await getApi(path, customer.idToken)).status).toBe(200);
});

test("a corporate number is looked up without a token", async () => {
  const response = await getApi("/api/corporate-number?number=7000012050002");
  expect(await response.json()).toMatchObject({ result: { valid: true, name: "国税庁" } });
});

test("the gateway's address of the caller counts, and none that the caller sends", async () => {
  await startNewSmsHour();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const response = await fetch(local.url("/api/verify"), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "cloudfront-viewer-address": `203.0.113.${count}:443`,
        "x-forwarded-for": `203.0.113.${count}`,
      },
      body: JSON.stringify({ mode: "send", phone_number: newPerson().phoneNumber }),
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test("a body of 11 MB does not reach a function", async () => {
  const body = "x".repeat(11 * 1024 * 1024);
  expect((await fetch(local.url("/api/verify"), { method: "POST", body })).status).toBe(413);
  expect(await tableCalls()).toEqual([]);
});
