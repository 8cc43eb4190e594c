import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createGateway, gatewayBodyLimit } from "#scripts/local/edge/gateway.ts";
import type { GatewayRequest } from "#scripts/local/edge/gateway-event.ts";
import { FunctionError, type LambdaHost } from "#scripts/local/lambda/lambda-host.ts";

const issuer = "https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_Test";
const clientId = "client";

let sign: (claims: Record<string, unknown>, times?: { expiresAt?: number }) => Promise<string>;
let foreign: typeof sign;
let gateway: ReturnType<typeof createGateway>;
let invocations: { name: string; event: Record<string, unknown> }[] = [];
let answer: () => unknown;

const lambda = {
  invoke: async (name: string, event: unknown) => {
    invocations.push({ name, event: event as Record<string, unknown> });
    return answer();
  },
} as unknown as LambdaHost;

beforeAll(async () => {
  const keys = await generateKeyPair("RS256");
  const strangers = await generateKeyPair("RS256");
  const signer =
    ({ privateKey }: typeof keys): typeof sign =>
    (claims, { expiresAt = Date.now() / 1000 + 60 } = {}) =>
      new SignJWT({ iss: issuer, aud: clientId, token_use: "id", sub: randomUUID(), ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "key" })
        .setExpirationTime(Math.floor(expiresAt))
        .sign(privateKey);
  sign = signer(keys);
  foreign = signer(strangers);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "key", alg: "RS256" };
  gateway = createGateway(lambda, { issuer, clientIds: [clientId], jwks: () => ({ keys: [jwk] }) });
});

beforeEach(() => {
  invocations = [];
  answer = () => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: "{}" });
});

const call = (overrides: Partial<GatewayRequest> = {}, token?: string) =>
  gateway({
    method: "GET",
    target: "/api/user?name=taro",
    headers: { host: "localhost", ...(token === undefined ? {} : { authentication: token }) },
    body: Buffer.alloc(0),
    sourceIp: "203.0.113.1",
    ...overrides,
  });

const unsigned = (claims: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
};

const refused: Record<string, () => Promise<string | undefined> | string | undefined> = {
  "no token": () => undefined,
  "an empty token": () => "",
  garbage: () => "garbage",
  "alg none": () => unsigned({ iss: issuer, aud: clientId, token_use: "id", exp: Date.now() / 1000 + 60 }),
  "a foreign key": () => foreign({}),
  "a foreign issuer": () => sign({ iss: "https://cognito-idp.ap-northeast-1.amazonaws.com/other" }),
  "another audience": () => sign({ aud: "other" }),
  "no audience at all": () => sign({ aud: undefined }),
  "an expired token": () => sign({}, { expiresAt: Date.now() / 1000 - 1 }),
};

test.each(Object.keys(refused))("%s is refused before any function runs", async (name) => {
  const response = await call({}, (await refused[name]?.()) ?? undefined);
  expect(response.status).toBe(401);
  expect(JSON.parse(String(response.body))).toEqual({ message: "Unauthorized" });
  expect(invocations).toEqual([]);
});

test("a good token reaches the function with its claims as text", async () => {
  const token = await sign({ "cognito:username": "taro", email_verified: true, groups: ["a", "b"] });
  expect((await call({}, token)).status).toBe(200);
  expect((await call({}, `Bearer ${token}`)).status).toBe(200);
  const [first] = invocations;
  expect(first?.name).toBe("get-user");
  expect(first?.event).toMatchObject({
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

test("an access token passes the authorizer, as it does at AWS: the runtime must look at token_use", async () => {
  const token = await sign({ aud: undefined, client_id: clientId, token_use: "access" });
  expect((await call({}, token)).status).toBe(200);
  expect(invocations).toHaveLength(1);
});

test("an unknown route or method is 404, a body over the limit 413", async () => {
  expect((await call({ target: "/api/nothing" })).status).toBe(404);
  expect((await call({ method: "DELETE" })).status).toBe(404);
  const tooLong = { method: "POST", target: "/api/verify", body: undefined };
  expect((await call(tooLong)).status).toBe(413);
  expect(gatewayBodyLimit).toBe(10_485_760);
  expect(invocations).toEqual([]);
});

test("a body that is not text arrives in base64", async () => {
  const post = { method: "POST", target: "/api/verify", body: Buffer.from([0xff, 0x00]) };
  await call({ ...post, headers: { host: "localhost", "content-type": "application/octet-stream" } });
  await call({
    ...post,
    body: Buffer.from("{}"),
    headers: { host: "localhost", "content-type": "application/json" },
  });
  expect(invocations.map(({ event }) => [event.body, event.isBase64Encoded])).toEqual([
    ["/wA=", true],
    ["{}", false],
  ]);
});

test("a function that throws is 500, one that times out 503, a malformed answer 500", async () => {
  const health = { target: "/api/health" };
  answer = () => {
    throw new FunctionError("Error", "secret detail");
  };
  const failed = await call(health);
  expect([failed.status, failed.body]).toEqual([500, '{"message":"Internal Server Error"}']);
  answer = () => {
    throw new FunctionError("Sandbox.Timedout", "");
  };
  expect((await call(health)).status).toBe(503);
  answer = () => null;
  expect((await call(health)).status).toBe(500);
  answer = () => ({ status: "ok" });
  const bare = await call(health);
  expect([bare.status, bare.body]).toEqual([200, '{"status":"ok"}']);
});
