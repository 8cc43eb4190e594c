import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthRequest,
  InitiateAuthCommand,
  type InitiateAuthRequest,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { credentials } from "../support/principals.ts";
import {
  asDeployed,
  type Changes,
  ClientId,
  canaryClientId,
  confirmedUser,
  freshPool,
  password,
  passwordSignIn,
  plainPasswords,
  signUp,
  type TestPool,
  userPoolId,
} from "./pool.ts";
import { answerSrp, cognitoTime, srpSignIn, startSrp } from "./srp-client.ts";

let pool: TestPool;
const start = async (changes: Changes = asDeployed) => {
  pool = await freshPool(changes);
};

const incorrect = { name: "NotAuthorizedException", message: "Incorrect username or password." };
const locked = { name: "NotAuthorizedException", message: "Password attempts exceeded" };

describe("USER_SRP_AUTH", () => {
  it("signs in by proof, under any case of the name", async () => {
    await start();
    await confirmedUser(pool, "Taro");
    const challenge = await startSrp(pool, "tARO");
    expect(challenge).toMatchObject({
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeParameters: { USERNAME: "Taro", USER_ID_FOR_SRP: "Taro" },
    });
    const { AuthenticationResult } = await answerSrp(pool, challenge);
    expect(AuthenticationResult).toMatchObject({ ExpiresIn: 900, TokenType: "Bearer" });
  });

  it("works for every salt and key: padding is right", async () => {
    await start();
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
      await confirmedUser(pool, name);
      await srpSignIn(pool, name);
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
    await expect(srpSignIn(pool, "taro")).rejects.toMatchObject({
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
    await expect(srpSignIn(pool, "nobody")).rejects.toMatchObject(incorrect);
  });

  it("names unknown users where the client may know", async () => {
    await start({ client: { preventUserExistenceErrors: false } });
    await expect(startSrp(pool, "nobody")).rejects.toMatchObject({
      name: "UserNotFoundException",
      message: "User does not exist.",
    });
  });

  it("takes an answer once, and for three minutes", async () => {
    await start();
    await confirmedUser(pool, "taro");
    const challenge = await startSrp(pool, "taro");
    await answerSrp(pool, challenge);
    await expect(answerSrp(pool, challenge)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session can only be used once.",
    });
    const late = await startSrp(pool, "taro");
    pool.passMinutes(3);
    await expect(answerSrp(pool, late)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid session for the user, session is expired.",
    });
  });

  it("refuses a stale or malformed timestamp, and a public value that would give the key away", async () => {
    await start();
    await confirmedUser(pool, "taro");
    const challenge = await startSrp(pool, "taro");
    const stale = cognitoTime(new Date(pool.now().getTime() - 6 * 60_000));
    await expect(answerSrp(pool, challenge, undefined, stale)).rejects.toMatchObject(incorrect);
    const iso = pool.now().toISOString();
    await expect(answerSrp(pool, challenge, undefined, iso)).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english",
    });
    await expect(startSrp(pool, "taro", "0")).rejects.toMatchObject({ name: "InvalidParameterException" });
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
    await expect(srpSignIn(pool, "TARO")).rejects.toMatchObject(locked);
    pool.passMinutes(0.2 / 60);
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    pool.passMinutes(1.5 / 60);
    await expect(srpSignIn(pool, "taro")).rejects.toMatchObject(locked);
    pool.passMinutes(1 / 60);
    await srpSignIn(pool, "taro");
    await expect(srpSignIn(pool, "taro", "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    await srpSignIn(pool, "taro");
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

  it("is refused to whoever has not signed it, and through the site's app client", async () => {
    await start();
    await confirmedUser(pool, "taro");
    await expect(asAdmin({}, pool.connect(credentials.limited))).rejects.toMatchObject({
      name: expect.stringMatching(/AccessDenied|UnrecognizedClient/),
    });
    await expect(asAdmin({ ClientId })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "ADMIN_USER_PASSWORD_AUTH flow not enabled for this client",
    });
  });
});

describe("what InitiateAuth refuses", () => {
  const initiate = (request: Pick<InitiateAuthRequest, "AuthFlow" | "AuthParameters">) =>
    pool.sdk.send(new InitiateAuthCommand({ ClientId, ...request }));
  const parameters = { USERNAME: "taro", PASSWORD: "x" };

  it.each<[InitiateAuthRequest["AuthFlow"], string]>([
    ["USER_PASSWORD_AUTH", "USER_PASSWORD_AUTH flow not enabled for this client"],
    ["CUSTOM_AUTH", "CUSTOM_AUTH is not enabled for the client."],
    ["ADMIN_USER_PASSWORD_AUTH", "Initiate Auth method not supported."],
  ])("%s", async (AuthFlow, message) => {
    await start();
    await expect(initiate({ AuthFlow, AuthParameters: parameters })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message,
    });
  });

  it("missing parameters", async () => {
    await start();
    await expect(initiate({ AuthFlow: "USER_SRP_AUTH" })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Missing required parameter USERNAME",
    });
    await expect(
      initiate({ AuthFlow: "USER_SRP_AUTH", AuthParameters: { USERNAME: "taro" } }),
    ).rejects.toMatchObject({ message: "Missing required parameter SRP_A" });
  });

  it("an app client that does not exist", async () => {
    await start();
    const command = new InitiateAuthCommand({ ClientId: "other", AuthFlow: "USER_SRP_AUTH" });
    await expect(pool.sdk.send(command)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "User pool client other does not exist.",
    });
  });

  it("flows and challenges that are not emulated, by name", async () => {
    await start({ client: { authFlows: ["ALLOW_USER_AUTH"] } });
    await expect(initiate({ AuthFlow: "USER_AUTH", AuthParameters: parameters })).rejects.toMatchObject({
      name: "UnsupportedOperationException",
      message: "Auth flow USER_AUTH is not supported by the local Cognito.",
    });
    const answer = new RespondToAuthChallengeCommand({ ClientId, ChallengeName: "WEB_AUTHN" });
    await expect(pool.sdk.send(answer)).rejects.toMatchObject({
      message: "Challenge WEB_AUTHN is not supported by the local Cognito.",
    });
  });
});
