import { randomBytes } from "node:crypto";
import {
  ConfirmDeviceCommand,
  ForgetDeviceCommand,
  GetTokensFromRefreshTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { cognitoTime, SRP_A } from "#test/support/srp-client.ts";
import {
  ClientId,
  confirmedUser,
  passwordSignIn,
  plainPasswords,
  startPools,
  type TestPool,
} from "./pool.ts";
import { respond } from "./second-factor.ts";

const freshPool = startPools();
let pool: TestPool;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
  await confirmedUser(pool, "taro");
});

const noDevice = { name: "ResourceNotFoundException", message: "Device does not exist." };

/** A sign-in whose browser registers itself with a secret that nobody knows. */
async function registered() {
  const { AuthenticationResult } = await pool.sdk.send(passwordSignIn("taro"));
  const { AccessToken, RefreshToken, NewDeviceMetadata } = AuthenticationResult ?? {};
  const { DeviceKey } = NewDeviceMetadata ?? {};
  const DeviceSecretVerifierConfig = {
    Salt: randomBytes(16).toString("base64"),
    PasswordVerifier: randomBytes(384).toString("base64"),
  };
  const confirm = new ConfirmDeviceCommand({
    AccessToken,
    DeviceKey,
    DeviceSecretVerifierConfig,
  });
  expect(await pool.sdk.send(confirm)).toMatchObject({ UserConfirmationNecessary: true });
  return { AccessToken, RefreshToken, DeviceKey, confirm };
}

describe("devices", () => {
  it("register once, under the names of their own sign-in", async () => {
    const { confirm } = await registered();
    await expect(pool.sdk.send(confirm)).rejects.toMatchObject(noDevice);
    const { AuthenticationResult: other } = await pool.sdk.send(passwordSignIn("taro"));
    const foreign = new ConfirmDeviceCommand({ ...confirm.input, AccessToken: other?.AccessToken });
    await expect(pool.sdk.send(foreign)).rejects.toMatchObject(noDevice);
  });

  it("bind their refresh tokens, which a forgotten device loses", async () => {
    const { AccessToken, RefreshToken, DeviceKey } = await registered();
    const refresh = (key?: string) =>
      pool.sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken, DeviceKey: key }));
    const invalid = { name: "NotAuthorizedException", message: "Invalid Refresh Token" };
    await expect(refresh()).rejects.toMatchObject(invalid);
    await refresh(DeviceKey);
    const forget = new ForgetDeviceCommand({ AccessToken, DeviceKey });
    await pool.sdk.send(forget);
    await expect(refresh(DeviceKey)).rejects.toMatchObject(invalid);
    await expect(pool.sdk.send(forget)).rejects.toMatchObject(noDevice);
  });

  it("must prove to be what they say", async () => {
    const { DeviceKey = "" } = await registered();
    const signInOn = (DEVICE_KEY: string) => {
      const command = passwordSignIn("taro");
      Object.assign(command.input.AuthParameters ?? {}, { DEVICE_KEY });
      return pool.sdk.send(command);
    };
    await expect(signInOn("ap-northeast-1_0000")).rejects.toMatchObject(noDevice);
    const challenge = await signInOn(DeviceKey);
    expect(challenge).toMatchObject({
      ChallengeName: "DEVICE_SRP_AUTH",
      ChallengeParameters: { DEVICE_KEY: DeviceKey },
    });
    const named = { USERNAME: "taro", DEVICE_KEY: DeviceKey };
    const exchange = await respond(pool, "DEVICE_SRP_AUTH", challenge.Session, { ...named, SRP_A });
    const claim = {
      ...named,
      PASSWORD_CLAIM_SECRET_BLOCK: exchange.ChallengeParameters?.SECRET_BLOCK ?? "",
      PASSWORD_CLAIM_SIGNATURE: "forged",
      TIMESTAMP: cognitoTime(pool.now()),
    };
    const answer = () => respond(pool, "DEVICE_PASSWORD_VERIFIER", exchange.Session, claim);
    await expect(answer()).rejects.toThrow("Incorrect username or password.");
    await expect(answer()).rejects.toThrow("session can only be used once");
  });
});
