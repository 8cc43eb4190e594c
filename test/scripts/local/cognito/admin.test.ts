import { AdminGetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { credentials } from "../support/principals.ts";
import { asDeployed, freshPool, password, type TestPool, userPoolId } from "./pool.ts";

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(asDeployed);
});

describe("AdminGetUser", () => {
  const ask = (Username: string, signer = credentials.admin, UserPoolId = userPoolId) =>
    pool.connect(signer).send(new AdminGetUserCommand({ UserPoolId, Username }));

  it("shows a user by name or sub", async () => {
    const { sub } = pool.emulator.seedUser({ userName: "Demo", password, email: "demo@example.jp" });
    for (const name of ["demo", sub]) {
      expect(await ask(name)).toMatchObject({
        Username: "Demo",
        UserStatus: "CONFIRMED",
        Enabled: true,
        UserCreateDate: expect.any(Date),
        UserAttributes: expect.arrayContaining([{ Name: "email_verified", Value: "true" }]),
      });
    }
  });

  it("is for those whom IAM allows", async () => {
    pool.emulator.seedUser({ userName: "demo", password, email: "demo@example.jp" });
    await expect(ask("demo", credentials.limited)).rejects.toMatchObject({ name: "AccessDeniedException" });
    const stranger = { accessKeyId: "AKIASTRANGER", secretAccessKey: "x" };
    await expect(ask("demo", stranger)).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    const forger = { ...credentials.admin, secretAccessKey: "guessed" };
    await expect(ask("demo", forger)).rejects.toMatchObject({ name: "InvalidSignatureException" });
    const unsigned = await fetch(pool.url, {
      method: "POST",
      headers: { "x-amz-target": "AWSCognitoIdentityProviderService.AdminGetUser" },
      body: JSON.stringify({ UserPoolId: userPoolId, Username: "demo" }),
    });
    expect(await unsigned.json()).toMatchObject({ __type: "MissingAuthenticationTokenException" });
  });

  it("knows one pool and its users", async () => {
    await expect(ask("nobody")).rejects.toMatchObject({ name: "UserNotFoundException" });
    await expect(ask("nobody", credentials.admin, "ap-northeast-1_Other")).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "User pool ap-northeast-1_Other does not exist.",
    });
  });
});
