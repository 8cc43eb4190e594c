import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  company,
  createConfirmedAccount,
  createCustomer,
  getApi,
  postJson,
  subOf,
  tokensOf,
  verifyPhone,
} from "../support/customer.ts";
import { local } from "../support/local.ts";
import { customerItems } from "../support/table.ts";

type Customer = Awaited<ReturnType<typeof createCustomer>>;
let customer: Customer;
/** Somebody who is about to become a customer with exactly this request. */
async function createNewcomer() {
  const person = await createConfirmedAccount();
  const { idToken } = await tokensOf(person);
  const { phoneNumber: chargePhoneNumber, email } = person;
  const requestId = await verifyPhone(chargePhoneNumber);
  const signup = { operation: "signup", ...company, chargePhoneNumber, email, requestId };
  return { idToken, sub: subOf(idToken), signup };
}
let newcomer: Awaited<ReturnType<typeof createNewcomer>>;

beforeAll(async () => {
  customer = await createCustomer();
  newcomer = await createNewcomer();
});
beforeEach(() => local.clearFaults());

const signup = (changes: object, who: { idToken: string } = newcomer) =>
  postJson("/api/user", { ...newcomer.signup, ...changes }, who.idToken);

/** As text, so that `__proto__` stays a key of its own. */
const signupText = (extra: string, idToken = newcomer.idToken) =>
  fetch(local.url("/api/user"), {
    method: "POST",
    headers: { "content-type": "application/json", Authentication: idToken },
    body: JSON.stringify(newcomer.signup).replace("{", `{${extra},`),
  });

const forbidden = {
  plan: "standard",
  Plan: "standard",
  paymentType: "card",
  customerId: "somebody-else",
  CustomerId: "somebody-else",
  loginId: "somebody-else",
  sub: "somebody-else",
  pk: "CUSTOMER#x",
  version: 7,
  licenceKey: "AAAAA",
  userId: "x",
  password: "x",
  extra: {},
  constructor: {},
  toString: 1,
};

describe("a field that clients must not send", () => {
  test.each(Object.entries(forbidden))("%s is refused by name", async (field, value) => {
    const response = await signup({ [field]: value });
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  });

  test.each([
    `"__proto__":{"plan":"standard"}`,
    `"__proto__":null`,
    `"constructor":{"prototype":{"plan":"standard"}}`,
    `"department":{"__proto__":{"plan":"x"}}`,
  ])("%s is refused", async (extra) => {
    expect((await signupText(extra)).status).toBe(400);
    expect((await getApi(`/api/user?name=${customer.loginId}`, customer.idToken)).status).toBe(200);
  });
});

describe("a field of the wrong kind", () => {
  const wrong: [string, unknown[]][] = [
    ["customerKbn", ["0", 3, -1, 0.5, null, [], true]],
    ["corporateName", [1, null, "", "　 ", {}, ["株式会社"], "あ".repeat(256), "a\u0000b"]],
    ["postalCode", ["1500002", "150-000", 1500002]],
    ["prefecture", ["13", 0, 48, 1.5, null]],
    ["kintoneDomain", ["", "-a-", "a b", "あ"]],
    ["chargePhoneNumber", ["09012345678", "03-1234-5678", 9012345678]],
    ["email", ["no address", "a@b", 1]],
    ["agreedTerms", [false, "true", 1, null]],
    ["agreedBusinessUse", [false, undefined]],
    ["optInEvents", ["true", 1, null]],
    ["usage", ["0", [4], [0, 0], [0, 1, 2, 3, 3], { length: 1 }]],
    ["basicUserName", ["a b", "ユーザー", "x".repeat(128)]],
    ["basicPassword", ["abcd", "パスワード", "x".repeat(65)]],
    ["corporateNumber", ["1234567890123", "123", 7000012050002]],
    ["requestId", ["", 1, null, "x".repeat(65)]],
    ["operation", ["SIGNUP", "", null, "delete", 1]],
  ];
  test.each(wrong)("%s is refused at that field", async (field, values) => {
    for (const value of values) {
      const response = await signup({ [field]: value });
      expect([value, response.status]).toEqual([value, 400]);
      const { fields = {} } = (await response.json()).error;
      expect(Object.keys(fields)).toEqual([field]);
    }
  });

  const noRequests = [[], [{ operation: "signup" }], "signup", 1, null, true].map((body) => ({ body }));
  test.each(noRequests)("$body is not a request", async ({ body }) => {
    expect((await postJson("/api/user", body, newcomer.idToken)).status).toBe(400);
  });

  test.each(["", "{", "operation=signup", "{'operation':'signup'}", "\ufeff\u0000"])(
    "%j is not JSON",
    async (body) => {
      const headers = { "content-type": "application/json", Authentication: newcomer.idToken };
      const response = await fetch(local.url("/api/user"), { method: "POST", headers, body });
      expect(response.status).toBe(400);
    },
  );
});

test("no refused request was stored, and the same request without a fault is accepted", async () => {
  const somebody = await createNewcomer();
  const sub = subOf(somebody.idToken);
  await postJson("/api/user", { ...somebody.signup, plan: "standard" }, somebody.idToken);
  expect(await customerItems(sub)).toEqual([]);
  expect((await postJson("/api/user", somebody.signup, somebody.idToken)).status).toBe(200);
  expect((await customerItems(sub))[1]?.plan).toEqual({ S: "trial" });
});

describe("a customer's stored record stays as it is, byte for byte", () => {
  const changes: [string, object, number][] = [
    ["a refused field", { plan: "standard" }, 400],
    ["a wrong value", { prefecture: 99 }, 400],
    ["another sign-up with other values", { corporateName: "株式会社別物", kintoneDomain: "other" }, 200],
    ["an operation with fields that are not its own", { operation: "update" }, 400],
  ];
  test.each(changes)("after %s", async (_, change, status) => {
    const sub = subOf(customer.idToken);
    const before = JSON.stringify(await customerItems(sub));
    const { email, phoneNumber: chargePhoneNumber } = customer;
    const response = await signup({ email, chargePhoneNumber, ...change }, customer);
    expect(response.status).toBe(status);
    expect(JSON.stringify(await customerItems(sub))).toBe(before);
  });

  test("another account's e-mail address is refused with 403", async () => {
    const response = await signup({ email: customer.email });
    expect([response.status, (await response.json()).error.code]).toEqual([403, "email_not_verified"]);
    expect(await customerItems(subOf(newcomer.idToken))).toEqual([]);
  });
});

describe("a query", () => {
  test.each([
    "/api/user",
    "/api/user?name=",
    "/api/user?name=a&plan=standard",
    "/api/download/file",
    "/api/download/file?file_type=",
    "/api/download/file?file_type=../plugin",
    "/api/download/file?file_type=plugin&file_type=manual",
    "/api/download/file?file_type=plugin&version=..%2F1",
    "/api/download/file?file_type=plugin&other=1",
    "/api/download/file?file_type=constructor",
  ])("%s is refused with 400", async (path) => {
    expect((await getApi(path, customer.idToken)).status).toBe(400);
  });
});

test.each(["あ", "%0d%0aset-cookie:%20a=b", "%00", "%zz"])(
  "an unsubscribe link with %s for a token leads to the page all the same",
  async (token) => {
    const response = await fetch(local.url(`/api/unsubscribe?token=${token}`), { redirect: "manual" });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([303, null]);
    expect(response.headers.get("location")).toMatch(/\/unsubscribe#/);
  },
);

test("a body of 300 kB is refused with 413, JSON or not", async () => {
  for (const body of [JSON.stringify({ mode: "x".repeat(300 * 1024) }), "x".repeat(300 * 1024)]) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(local.url("/api/verify"), { method: "POST", headers, body });
    expect([response.status, (await response.json()).error.code]).toEqual([413, "payload_too_large"]);
  }
});

test("one of 11 MB does not even reach a function", async () => {
  const response = await fetch(local.url("/api/verify"), {
    method: "POST",
    body: "x".repeat(11 * 1024 * 1024),
  });
  expect(response.status).toBe(413);
});
