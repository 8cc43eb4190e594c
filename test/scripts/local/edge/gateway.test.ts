/** Source: API Gateway developer guide, "JWT authorizers" and "Lambda proxy integrations". */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import { createGateway } from "#scripts/local/edge/gateway.ts";
import type { GatewayRequest } from "#scripts/local/edge/gateway-event.ts";
import { FunctionError, type LambdaHost } from "#scripts/local/lambda/lambda-host.ts";
import { endpoints } from "#shared/endpoints.ts";

const iss = "https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_Test";
const aud = "client";
let events: Record<string, unknown>[] = [];
let answer: () => unknown;
beforeEach(() => {
  events = [];
  answer = () => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: "{}" });
});

const [keys, strangers] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
const sign = (claims: Record<string, unknown>, { privateKey } = keys, lifetime = 60) =>
  new SignJWT({ iss, aud, token_use: "id", ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "key" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
    .sign(privateKey);
const lambda = {
  invoke: async (name: string, event: object) => {
    events.push({ name, ...event });
    return answer();
  },
} as unknown as LambdaHost;
const jwk = { ...(await exportJWK(keys.publicKey)), kid: "key", alg: "RS256" };
const gateway = createGateway(lambda, { issuer: iss, clientIds: [aud], jwks: () => ({ keys: [jwk] }) });

const call = (overrides: Partial<GatewayRequest> = {}, token?: string) =>
  gateway({
    method: "GET",
    target: "/api/user?name=taro",
    headers: { host: "localhost", ...(token === undefined ? {} : { authentication: token }) },
    body: Buffer.alloc(0),
    sourceIp: "203.0.113.1",
    ...overrides,
  });

const unsigned = [
  { alg: "none", typ: "JWT" },
  { iss, aud, exp: Date.now() / 1000 + 60 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

test.each<[string, () => Promise<string> | string | undefined]>([
  ["no token", () => undefined],
  ["an empty token", () => ""],
  ["garbage", () => "garbage"],
  ["a token without a signature", () => `${unsigned}.`],
  ["a token of a foreign key", () => sign({}, strangers)],
  ["a token of a foreign issuer", () => sign({ iss: `${iss}2` })],
  ["a token for another audience", () => sign({ aud: "other" })],
  ["a token for no audience", () => sign({ aud: undefined })],
  ["an expired token", () => sign({}, keys, -1)],
])("%s is refused before any function runs", async (_, token) => {
  const { status, body } = await call({}, await token());
  expect([status, body, events]).toEqual([401, '{"message":"Unauthorized"}', []]);
});

const closed = Object.values(endpoints).filter(({ authentication }) => authentication === "id-token");

test.each(closed)("$method $path takes the token from its own header alone", async ({ method, path }) => {
  const token = await sign({});
  const headers = { host: "localhost", authorization: token, cookie: `Authentication=${token}` };
  const { status } = await call({ method, target: `${path}?Authentication=${token}`, headers });
  expect([status, events]).toEqual([401, []]);
  expect((await call({ method, target: path }, token)).status).toBe(200);
});

test("a good token reaches the function with its claims as text", async () => {
  const token = await sign({ "cognito:username": "taro", email_verified: true, groups: ["a", "b"] });
  for (const sent of [token, `Bearer ${token}`]) expect((await call({}, sent)).status).toBe(200);
  expect(events[1]).toMatchObject({
    name: "get-user",
    version: "2.0",
    routeKey: "GET /api/user",
    rawPath: "/api/user",
    rawQueryString: "name=taro",
    queryStringParameters: { name: "taro" },
    isBase64Encoded: false,
    requestContext: {
      http: { method: "GET", sourceIp: "203.0.113.1" },
      authorizer: {
        jwt: { claims: { "cognito:username": "taro", email_verified: "true", groups: "[a b]" } },
      },
    },
  });
});

test("an access token passes the authorizer, as at AWS: the runtime refuses it", async () => {
  const token = await sign({ aud: undefined, client_id: aud, token_use: "access" });
  expect((await call({}, token)).status).toBe(200);
});

test.each<[string, Partial<GatewayRequest>, number]>([
  ["an unknown route", { target: "/api/nothing" }, 404],
  ["another method", { method: "DELETE" }, 404],
  ["a body over the limit", { method: "POST", target: "/api/verify", body: undefined }, 413],
])("%s reaches no function", async (_, request, status) => {
  expect([(await call(request)).status, events]).toEqual([status, []]);
});

test("a body that is not text arrives in base64", async () => {
  const headers = { host: "localhost", "content-type": "application/octet-stream" };
  await call({ method: "POST", target: "/api/verify", body: Buffer.from([0xff, 0x00]), headers });
  expect(events).toMatchObject([{ body: "/wA=", isBase64Encoded: true }]);
});

const fail = (type: string) => () => {
  throw new FunctionError(type, "secret detail");
};
test.each<[string, () => unknown, number, string]>([
  ["that throws", fail("Error"), 500, '{"message":"Internal Server Error"}'],
  ["that times out", fail("Sandbox.Timedout"), 503, '{"message":"Service Unavailable"}'],
  ["with no answer", () => null, 500, '{"message":"Internal Server Error"}'],
])("a function %s is answered for", async (_, given, status, body) => {
  answer = given;
  expect(await call({ target: "/api/health" })).toMatchObject({ status, body });
});
