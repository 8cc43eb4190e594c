import { AdminInitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { credentials } from "#test/scripts/local/support/principals.ts";
import { answerSrp, srpSignIn, startSrp } from "#test/support/srp-client.ts";
import {
  asDeployed,
  ClientId,
  canaryClientId,
  confirmedUser,
  password,
  passwordSignIn,
  plainPasswords,
  renew,
  signIn,
  signUp,
  startPools,
  userPoolId,
} from "./pool.ts";

const freshPool = startPools();

const wrongPassword = "Wrong-Horse-1";
const incorrect = { name: "NotAuthorizedException", message: "Incorrect username or password." };
const locked = { name: "NotAuthorizedException", message: "Password attempts exceeded" };
const invalid = (problem: string) => ({
  name: "NotAuthorizedException",
  message: `Invalid session for the user, session ${problem}.`,
});

describe("USER_SRP_AUTH", () => {
  it("works for every salt and key: padding is right", async () => {
    const pool = await freshPool(asDeployed);
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
      await confirmedUser(pool, name);
      await srpSignIn(pool, name, password);
    }
  });

  it("tells only who knows the password that the user is not confirmed", async () => {
    const pool = await freshPool(asDeployed);
    await signUp(pool, "taro");
    await expect(srpSignIn(pool, "taro", wrongPassword)).rejects.toMatchObject(incorrect);
    await expect(srpSignIn(pool, "taro", password)).rejects.toMatchObject({
      name: "UserNotConfirmedException",
      message: "User is not confirmed.",
    });
  });

  it("gives unknown users a challenge with the same salt every time, then refuses them", async () => {
    const pool = await freshPool(asDeployed);
    const salts = [];
    for (const name of ["nobody", "NOBODY", "no-one"])
      salts.push((await startSrp(pool, name)).ChallengeParameters?.SALT);
    expect(salts).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      salts[0],
      expect.not.stringMatching(`${salts[0]}`),
    ]);
    await expect(srpSignIn(pool, "nobody", password)).rejects.toMatchObject(incorrect);
  });

  it("takes an answer once, and for three minutes", async () => {
    const pool = await freshPool(asDeployed);
    await confirmedUser(pool, "taro");
    const challenge = await startSrp(pool, "taro");
    await answerSrp(pool, challenge, password);
    await expect(answerSrp(pool, challenge, password)).rejects.toMatchObject(
      invalid("can only be used once"),
    );
    const late = await startSrp(pool, "taro");
    pool.passMinutes(3);
    await expect(answerSrp(pool, late, password)).rejects.toMatchObject(invalid("is expired"));
  });
});

/** Source: developer guide, "Lockout behavior for failed sign-in attempts". */
it.each(["taro", "nobody"])(
  "the fifth wrong password locks %s out, for a second that doubles",
  async (name) => {
    const pool = await freshPool(plainPasswords);
    await confirmedUser(pool, "taro");
    const attempt = (secret: string) => pool.sdk.send(passwordSignIn(name, secret));
    const pass = (seconds: number) => pool.passMinutes(seconds / 60);
    for (let time = 0; time < 5; time++)
      await expect(attempt(wrongPassword)).rejects.toMatchObject(incorrect);
    pass(0.9);
    await expect(attempt(password)).rejects.toMatchObject(locked);
    pass(0.2);
    await expect(attempt(wrongPassword)).rejects.toMatchObject(incorrect);
    pass(1.5);
    await expect(attempt(password)).rejects.toMatchObject(locked);
    pass(15 * 60);
    for (let time = 0; time < 4; time++)
      await expect(attempt(wrongPassword)).rejects.toMatchObject(incorrect);
    if (name === "nobody") return;
    // The right password ends the count.
    await attempt(password);
    await expect(attempt(wrongPassword)).rejects.toMatchObject(incorrect);
    await attempt(password);
  },
);

it("AdminInitiateAuth signs in by the canary's client alone, for a role that may", async () => {
  const pool = await freshPool(asDeployed);
  await confirmedUser(pool, "taro");
  const asAdmin = (client = canaryClientId) =>
    new AdminInitiateAuthCommand({
      UserPoolId: userPoolId,
      ClientId: client,
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: "taro", PASSWORD: password },
    });
  const { AuthenticationResult: tokens } = await pool.sdk.send(asAdmin());
  expect(decodeJwt(tokens?.IdToken ?? "")).toMatchObject({ aud: canaryClientId });
  const limited = pool.connect(credentials.limited);
  await expect(limited.send(asAdmin())).rejects.toMatchObject({ name: "AccessDeniedException" });
  const forged = pool.connect({ ...credentials.admin, secretAccessKey: "guess" });
  await expect(forged.send(asAdmin())).rejects.toMatchObject({ name: "InvalidSignatureException" });
  await expect(pool.sdk.send(asAdmin(ClientId))).rejects.toMatchObject({
    name: "InvalidParameterException",
    message: "ADMIN_USER_PASSWORD_AUTH is not enabled for the client.",
  });
});

it("the post-authentication trigger is called for each sign-in, and for no renewal", async () => {
  const events: unknown[] = [];
  const pool = await freshPool({
    ...plainPasswords,
    triggers: { postAuthentication: async (event) => events.push(event) && event },
  });
  await confirmedUser(pool, "taro");
  const { RefreshToken, DeviceKey } = await signIn(pool, "taro");
  await renew(pool, { RefreshToken, DeviceKey });
  expect(events).toMatchObject([
    {
      triggerSource: "PostAuthentication_Authentication",
      userName: "taro",
      request: { userAttributes: { email: "taro@example.jp" }, newDeviceUsed: true },
    },
  ]);
});
