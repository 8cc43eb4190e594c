import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthRequest,
  InitiateAuthCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { credentials } from "#test/scripts/local/support/principals.ts";
import { answerSrp, srpSignIn, startSrp } from "#test/support/srp-client.ts";
import {
  asDeployed,
  type Changes,
  ClientId,
  canaryClientId,
  confirmedUser,
  password,
  passwordSignIn,
  plainPasswords,
  signUp,
  startPools,
  type TestPool,
  userPoolId,
} from "./pool.ts";

const freshPool = startPools();

let pool: TestPool;
const start = async (changes: Changes = asDeployed) => {
  pool = await freshPool(changes);
};

const incorrect = { name: "NotAuthorizedException", message: "Incorrect username or password." };
const locked = { name: "NotAuthorizedException", message: "Password attempts exceeded" };

describe("USER_SRP_AUTH", () => {
  it("works for every salt and key: padding is right", async () => {
    await start();
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
      await confirmedUser(pool, name);
      await srpSignIn(pool, name, password);
    }
  });

  it("refuses a wrong password", async () => {
    await start();
    await confirmedUser(pool, "taro");
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
  });

  it("tells only who knows the password that the user is not confirmed", async () => {
    await start();
    await signUp(pool, "taro");
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    await expect(srpSignIn(pool, "taro", password)).rejects.toMatchObject({
      name: "UserNotConfirmedException",
      message: "User is not confirmed.",
    });
  });

  it("gives unknown users a challenge with the same salt every time, then refuses them", async () => {
    await start();
    const [first, second, other] = [
      await startSrp(pool, "nobody"),
      await startSrp(pool, "NOBODY"),
      await startSrp(pool, "no-one"),
    ].map(({ ChallengeParameters }) => ChallengeParameters);
    expect(first?.SALT).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.SALT).toBe(first?.SALT);
    expect(other?.SALT).not.toBe(first?.SALT);
    expect(second?.USER_ID_FOR_SRP).toBe(first?.USER_ID_FOR_SRP);
    await expect(srpSignIn(pool, "nobody", password)).rejects.toMatchObject(incorrect);
  });

  it("takes an answer once, and for three minutes", async () => {
    await start();
    await confirmedUser(pool, "taro");
    const challenge = await startSrp(pool, "taro");
    await answerSrp(pool, challenge, password);
    await expect(answerSrp(pool, challenge, password)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session can only be used once.",
    });
    const late = await startSrp(pool, "taro");
    pool.passMinutes(3);
    await expect(answerSrp(pool, late, password)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session is expired.",
    });
  });
});

describe("lockout", () => {
  it("starts with the fifth wrong password and doubles from a second", async () => {
    await start();
    await confirmedUser(pool, "taro");
    for (let time = 0; time < 5; time++) {
      await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    }
    pool.passMinutes(0.9 / 60);
    await expect(srpSignIn(pool, "TARO", password)).rejects.toMatchObject(locked);
    pool.passMinutes(0.2 / 60);
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    pool.passMinutes(1.5 / 60);
    await expect(srpSignIn(pool, "taro", password)).rejects.toMatchObject(locked);
    pool.passMinutes(1 / 60);
    await srpSignIn(pool, "taro", password);
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    await srpSignIn(pool, "taro", password);
  });

  it("is the same for users who do not exist", async () => {
    await start(plainPasswords);
    const attempt = () => pool.sdk.send(passwordSignIn("nobody"));
    for (let time = 0; time < 5; time++) await expect(attempt()).rejects.toMatchObject(incorrect);
    await expect(attempt()).rejects.toMatchObject(locked);
    pool.passMinutes(15);
    await expect(attempt()).rejects.toMatchObject(incorrect);
    await expect(attempt()).rejects.toMatchObject(incorrect);
  });
});

describe("AdminInitiateAuth", () => {
  const asAdmin = (input: Partial<AdminInitiateAuthRequest>, sdk = pool.sdk) =>
    sdk.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: canaryClientId,
        AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: "taro", PASSWORD: password },
        ...input,
      }),
    );

  it("signs in with the password through the canary's app client, whose id token names it", async () => {
    await start();
    await confirmedUser(pool, "taro");
    const { AuthenticationResult: tokens } = await asAdmin({});
    expect(decodeJwt(tokens?.IdToken ?? "")).toMatchObject({
      aud: canaryClientId,
      "cognito:username": "taro",
      token_use: "id",
    });
    const wrong = { USERNAME: "taro", PASSWORD: "Wrong-Horse-1" };
    await expect(asAdmin({ AuthParameters: wrong })).rejects.toMatchObject(incorrect);
  });

  it("is refused without a signature, and through the site's app client", async () => {
    await start();
    await confirmedUser(pool, "taro");
    await expect(asAdmin({}, pool.connect(credentials.limited))).rejects.toMatchObject({
      name: expect.stringMatching(/AccessDenied|UnrecognizedClient/),
    });
    await expect(asAdmin({ ClientId })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "ADMIN_USER_PASSWORD_AUTH is not enabled for the client.",
    });
  });
});

describe("the post-authentication trigger", () => {
  it("is called for each sign-in, with the client's metadata, and for no renewal", async () => {
    const events: unknown[] = [];
    await start({
      ...plainPasswords,
      triggers: { postAuthentication: async (event) => events.push(event) && event },
    });
    await confirmedUser(pool, "taro");
    const { AuthenticationResult: tokens } = await pool.sdk.send(passwordSignIn("taro"));
    expect(events).toMatchObject([
      {
        triggerSource: "PostAuthentication_Authentication",
        userName: "taro",
        request: { userAttributes: { email: "taro@example.jp" }, newDeviceUsed: true },
      },
    ]);
    const REFRESH_TOKEN = tokens?.RefreshToken ?? "";
    const renewal = { ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters: { REFRESH_TOKEN } } as const;
    await pool.sdk.send(new InitiateAuthCommand(renewal));
    expect(events).toHaveLength(1);
  });

  it("turns the user away when it throws", async () => {
    const triggers = { postAuthentication: () => Promise.reject(new Error("no")) };
    await start({ ...plainPasswords, triggers });
    await confirmedUser(pool, "taro");
    await expect(pool.sdk.send(passwordSignIn("taro"))).rejects.toMatchObject({
      name: "UserLambdaValidationException",
      message: "PostAuthentication failed with error no.",
    });
  });
});
