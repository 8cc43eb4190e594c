import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCustomer, getApi, postJson, subOf } from "../support/customer.ts";
import { local } from "../support/local.ts";

let customer: Awaited<ReturnType<typeof createCustomer>>;
beforeAll(async () => {
  customer = await createCustomer();
});
beforeEach(() => local.clearRequests());

/** But not of the reconciler, which runs when its time has come. */
const tableCalls = async () =>
  (await local.requests("dynamodb")).filter(({ headers }) => !headers.authorization?.includes("RECONCILE"));

const protectedCalls = {
  "GET /api/user": (token?: string) => getApi(`/api/user?name=${customer.loginId}`, token),
  "POST /api/user": (token?: string) => postJson("/api/user", { operation: "signup" }, token),
  "GET /api/contract": (token?: string) => getApi("/api/contract", token),
  "GET /api/activity": (token?: string) => getApi("/api/activity", token),
  "POST /api/licence-key": (token?: string) => postJson("/api/licence-key", { operation: "reveal" }, token),
  "POST /api/contract": (token?: string) => postJson("/api/contract", { operation: "cancel" }, token),
  "GET /api/releases": (token?: string) => getApi("/api/releases?file_type=plugin", token),
  "POST /api/account": (token?: string) => postJson("/api/account", { operation: "close" }, token),
  "POST /api/export": (token?: string) => postJson("/api/export", {}, token),
  "GET /api/download/file": (token?: string) => getApi("/api/download/file?file_type=plugin", token),
};

const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const parts = (): string[] => customer.idToken.split(".");
const headerOf = () => JSON.parse(Buffer.from(parts()[0] ?? "", "base64url").toString());
const claimsOf = () => JSON.parse(Buffer.from(parts()[1] ?? "", "base64url").toString());

/** The customer's own claims under somebody else's key, which says that it is the pool's. */
async function foreign(claims: object = {}): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const header = { ...headerOf(), jwk: await exportJWK(publicKey) };
  return new SignJWT({ ...claimsOf(), ...claims }).setProtectedHeader(header).sign(privateKey);
}

/** HMAC with the pool's public key as the secret: the classic confusion of algorithms. */
async function confused(): Promise<string> {
  const { endpoint = "", userPoolId = "" } = (await local.services()).cognito ?? {};
  const keys = await (await fetch(`${endpoint}/${userPoolId}/.well-known/jwks.json`)).text();
  expect(keys).toContain(headerOf().kid);
  return new SignJWT(claimsOf())
    .setProtectedHeader({ ...headerOf(), alg: "HS256" })
    .sign(new TextEncoder().encode(keys));
}

const badTokens: Record<string, () => string | undefined | Promise<string>> = {
  "no token": () => undefined,
  "an empty token": () => "",
  garbage: () => "garbage",
  "three parts of garbage": () => "a.b.c",
  "a token without a signature": () => `${parts()[0]}.${parts()[1]}.`,
  "alg none": () => `${base64Url({ alg: "none", typ: "JWT" })}.${parts()[1]}.`,
  "a key of somebody else's": () => foreign(),
  "HMAC with the public key": () => confused(),
  "claims changed after signing": () =>
    [parts()[0], base64Url({ ...claimsOf(), sub: crypto.randomUUID() }), parts()[2]].join("."),
  "an access token": () => customer.accessToken,
};

describe.each(Object.keys(protectedCalls) as (keyof typeof protectedCalls)[])("%s", (call) => {
  test.each(Object.entries(badTokens))("with %s is 401, and nothing was read", async (_, token) => {
    const response = await protectedCalls[call](await token());
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain(customer.loginId);
    expect(await tableCalls()).toEqual([]);
  });

  test("takes the token from the Authentication header alone", async () => {
    const [method = "", path = ""] = call.split(" ");
    const headers = { Authorization: customer.idToken, cookie: `Authentication=${customer.idToken}` };
    const response = await fetch(local.url(`${path}?Authentication=${customer.idToken}`), {
      method,
      headers,
    });
    expect(response.status).toBe(401);
    expect(await tableCalls()).toEqual([]);
  });
});

test("the customer's own token is good", async () => {
  expect((await protectedCalls["GET /api/user"](customer.idToken)).status).toBe(200);
  expect(await tableCalls()).not.toEqual([]);
});

describe("whose record it is", () => {
  const read = async (name: string) => {
    const response = await getApi(`/api/user?name=${encodeURIComponent(name)}`, customer.idToken);
    return { status: response.status, headers: [...response.headers.keys()], body: await response.text() };
  };

  test("another customer's is 403, with the same message as an unknown name", async () => {
    const other = await createCustomer();
    await local.clearRequests();
    const existing = await read(other.loginId);
    expect(existing.status).toBe(403);
    expect(await read(`nobody${other.loginId}`)).toEqual(existing);
    expect(existing.body).not.toContain(other.loginId);
    // The caller's own record alone is read.
    const calls = JSON.stringify(await tableCalls());
    expect(calls).not.toContain(subOf(other.idToken));
  });

  test("one's own is found in capitals as well", async () => {
    const { status, body } = await read(customer.loginId.toUpperCase());
    expect([status, JSON.parse(body).results[0].CustomerId]).toEqual([200, customer.customerId]);
  });

  test.each(["*", "%", `' OR "1"="1`, "__proto__", " "])("%j is nobody", async (name) => {
    expect((await read(name)).status).toBe(403);
  });
});
