import { ForgetDeviceCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import { cognitoTime, confirmDeviceCommand, SRP_A } from "#test/support/srp-client.ts";
import {
  confirmedUser,
  passwordSignIn,
  plainPasswords,
  renew,
  signIn,
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

describe("devices", () => {
  it("register once, under the names of their own sign-in", async () => {
    const { AccessToken, DeviceKey } = await signIn(pool, "taro");
    const other = await signIn(pool, "taro");
    for (const token of [AccessToken, other.AccessToken])
      await expect(pool.sdk.send(confirmDeviceCommand(token, DeviceKey))).rejects.toMatchObject(noDevice);
  });

  const invalid = { name: "NotAuthorizedException", message: "Invalid Refresh Token" };

  it("bind their refresh tokens, which a forgotten device loses", async () => {
    const { AccessToken, RefreshToken, DeviceKey } = await signIn(pool, "taro");
    await expect(renew(pool, { RefreshToken })).rejects.toMatchObject(invalid);
    await renew(pool, { RefreshToken, DeviceKey });
    const forget = new ForgetDeviceCommand({ AccessToken, DeviceKey });
    await pool.sdk.send(forget);
    await expect(renew(pool, { RefreshToken, DeviceKey })).rejects.toMatchObject(invalid);
    await expect(pool.sdk.send(forget)).rejects.toMatchObject(noDevice);
  });

  it("must be confirmed before their tokens are renewed", async () => {
    const { AuthenticationResult } = await pool.sdk.send(passwordSignIn("taro"));
    const { RefreshToken = "", NewDeviceMetadata } = AuthenticationResult ?? {};
    const session = { RefreshToken, DeviceKey: NewDeviceMetadata?.DeviceKey ?? "" };
    await expect(renew(pool, session)).rejects.toMatchObject(invalid);
  });

  it("must prove to be what they say", async () => {
    const { DeviceKey } = await signIn(pool, "taro");
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
