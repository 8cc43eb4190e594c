import { ListGroupsCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { ClientId, freshPool, password, plainPasswords, type TestPool, userPoolId } from "./pool.ts";

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

async function post(operation: string, body: string) {
  const response = await fetch(pool.url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("the wire", () => {
  it("names errors in the body and in a header", async () => {
    const { status, headers, body } = await post(
      "ForgotPassword",
      JSON.stringify({ ClientId: "x", Username: "y" }),
    );
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/x-amz-json-1.1");
    expect(headers.get("x-amzn-errortype")).toBe("ResourceNotFoundException:");
    expect(body).toEqual({
      __type: "ResourceNotFoundException",
      message: "User pool client x does not exist.",
    });
  });

  it.each([
    [
      { ClientId },
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must not be null",
    ],
    [
      { ClientId, Username: "" },
      "2 validation errors detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+; Value at 'username' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      { ClientId: "no spaces", Username: "taro" },
      "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+]+",
    ],
    [
      { ClientId: null, Username: "taro" },
      "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must not be null",
    ],
  ])("words broken constraints as the service does: %j", async (input, message) => {
    const { body } = await post("ForgotPassword", JSON.stringify(input));
    expect(body).toEqual({ __type: "InvalidParameterException", message });
  });

  it("shows values that are no secret, and numbers list members", async () => {
    const flow = await post("InitiateAuth", JSON.stringify({ ClientId, AuthFlow: "MAGIC" }));
    expect(flow.body.message).toMatch(
      /^1 validation error detected: Value 'MAGIC' at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: \[USER_SRP_AUTH, /,
    );
    const UserAttributes = [{ Name: "email" }, { Name: "x".repeat(33), Value: "v" }];
    const list = await post(
      "SignUp",
      JSON.stringify({ ClientId, Username: "t", Password: password, UserAttributes }),
    );
    expect(list.body.message).toBe(
      `1 validation error detected: Value '${"x".repeat(33)}' at 'userAttributes.2.member.name' failed to satisfy constraint: Member must have length less than or equal to 32`,
    );
  });

  it.each(["{", JSON.stringify({ ClientId, Username: 7 })])("cannot read %s", async (body) => {
    expect((await post("ForgotPassword", body)).body.__type).toBe("SerializationException");
  });

  it("names the operation that it does not know", async () => {
    await expect(pool.sdk.send(new ListGroupsCommand({ UserPoolId: "x" }))).rejects.toMatchObject({
      name: "UnknownOperationException",
      message: "ListGroups is not supported by the local Cognito.",
    });
    expect((await fetch(`${pool.url}/elsewhere`)).status).toBe(400);
  });

  it("publishes how to verify tokens", async () => {
    const response = await fetch(`${pool.url}/${userPoolId}/.well-known/openid-configuration`);
    const { issuer, jwks_uri } = await response.json();
    expect(issuer).toBe(pool.emulator.issuer);
    expect(await (await fetch(jwks_uri)).json()).toEqual(pool.emulator.jwks());
    const [key] = pool.emulator.jwks().keys;
    expect(Object.keys(key ?? {}).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });

  it("can fail on demand, in the service's words", () => {
    const { status, body } = pool.emulator.fault(500);
    expect([status, JSON.parse(String(body)).__type]).toEqual([500, "InternalErrorException"]);
    expect(String(pool.emulator.fault(429).body)).toContain("TooManyRequestsException");
  });
});
