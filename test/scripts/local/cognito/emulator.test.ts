import { ConfirmSignUpCommand, GetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import {
  ClientId,
  confirmedUser,
  freshPool,
  password,
  passwordSignIn,
  plainPasswords,
  region,
  signIn,
  signUp,
  startPool,
  type TestPool,
  userPoolId,
} from "./pool.ts";
import { appCode, challengeOf, respond, userWithApp } from "./second-factor.ts";
import { answerSrp, startSrp } from "./srp-client.ts";

let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
});

describe("the emulator's own life", () => {
  it("restores everything: users, sign-ins, codes, open challenges, lockouts and keys", async () => {
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    const challenge = await startSrp(pool, "taro");
    for (let time = 0; time < 5; time++) await expect(pool.sdk.send(passwordSignIn("x"))).rejects.toThrow();
    const snapshot = JSON.parse(JSON.stringify(pool.emulator.snapshot()));

    const revived = await startPool(plainPasswords);
    revived.emulator.restore(snapshot);
    expect(revived.emulator.snapshot()).toEqual(snapshot);
    expect(revived.emulator.jwks()).toEqual(pool.emulator.jwks());
    await answerSrp(revived, challenge);
    await expect(revived.sdk.send(passwordSignIn("x"))).rejects.toThrow("Password attempts exceeded");
    expect(await revived.sdk.send(new GetUserCommand({ AccessToken }))).toMatchObject({ Username: "taro" });
    await revived.close();
  });

  it("restores second factors, devices and half-way sign-ins", async () => {
    const { secret } = await userWithApp(pool, "taro");
    const { Session } = await challengeOf(pool, "taro");
    const snapshot = JSON.parse(JSON.stringify(pool.emulator.snapshot()));
    const revived = await startPool(plainPasswords);
    revived.emulator.restore(snapshot);
    expect(revived.emulator.snapshot()).toEqual(snapshot);
    const used = { USERNAME: "taro", SOFTWARE_TOKEN_MFA_CODE: appCode(revived, secret, -1) };
    await expect(respond(revived, "SOFTWARE_TOKEN_MFA", Session, used)).rejects.toThrow(
      "already been used once",
    );
    const fresh = { ...used, SOFTWARE_TOKEN_MFA_CODE: appCode(revived, secret) };
    expect(await respond(revived, "SOFTWARE_TOKEN_MFA", Session, fresh)).toHaveProperty(
      "AuthenticationResult",
    );
    await revived.close();
  });

  it("restores what an older version saved, without the sign-ins that were half-way", async () => {
    await confirmedUser(pool, "taro");
    const saved = JSON.parse(JSON.stringify(pool.emulator.snapshot()));
    for (const [, user] of saved.state.users) {
      for (const name of ["enabled", "softwareToken", "mfa", "devices"]) delete user[name];
    }
    saved.state.challenges = [["handle", { kind: "PASSWORD_VERIFIER", userKey: "taro", expiresAt: 0 }]];
    pool.emulator.restore(saved);
    expect(await signIn(pool, "taro")).toHaveProperty("IdToken");
  });

  it("keeps a snapshot apart from what happens next, and refuses what is none", async () => {
    await signUp(pool, "taro");
    const before = pool.emulator.snapshot();
    const ConfirmationCode = pool.latestCode();
    await pool.sdk.send(new ConfirmSignUpCommand({ ClientId, Username: "taro", ConfirmationCode }));
    expect(pool.emulator.users()).toMatchObject([{ status: "CONFIRMED" }]);
    pool.emulator.restore(before);
    expect(pool.emulator.users()).toMatchObject([{ status: "UNCONFIRMED" }]);
    expect(() => pool.emulator.restore({ users: [] })).toThrow();
  });

  it("forgets users but not keys on reset", async () => {
    const keys = pool.emulator.jwks();
    await confirmedUser(pool, "taro");
    const { AccessToken } = await signIn(pool, "taro");
    pool.emulator.reset();
    expect(pool.emulator.users()).toEqual([]);
    expect(pool.emulator.jwks()).toEqual(keys);
    await expect(pool.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
  });

  it("describes itself and names operations for the request log", () => {
    expect(pool.emulator.describe()).toEqual({
      region,
      userPoolId,
      userPoolClientId: ClientId,
      issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
    });
    const request = { method: "POST", target: "/", url: new URL(pool.url), body: Buffer.from("") };
    const headers = { "x-amz-target": "AWSCognitoIdentityProviderService.SignUp" };
    expect(pool.emulator.operation({ ...request, headers })).toBe("SignUp");
  });

  it("seeds a name once", () => {
    const user = {
      userName: "demo",
      password,
      email: "demo@example.jp",
      sub: "11111111-2222-4333-8444-555555555555",
    };
    expect(pool.emulator.seedUser(user)).toEqual({ sub: user.sub });
    expect(() => pool.emulator.seedUser(user)).toThrow("exists already");
  });
});
