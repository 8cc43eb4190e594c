import { randomBytes } from "node:crypto";
import {
  AdminForgetDeviceCommand,
  AdminListDevicesCommand,
  ConfirmDeviceCommand,
  ForgetDeviceCommand,
  GetTokensFromRefreshTokenCommand,
  ListDevicesCommand,
  UpdateDeviceStatusCommand,
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
  userPoolId as UserPoolId,
} from "./pool.ts";
import { respond } from "./second-factor.ts";

const freshPool = startPools();

let pool: TestPool;
const noDevice = { name: "ResourceNotFoundException", message: "Device does not exist." };

/** A sign-in whose browser registers itself with a secret that nobody knows. */
async function registered(DeviceName = "Chrome") {
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
    DeviceName,
    DeviceSecretVerifierConfig,
  });
  const { UserConfirmationNecessary } = await pool.sdk.send(confirm);
  return { AccessToken, RefreshToken, DeviceKey, UserConfirmationNecessary, confirm };
}

describe("devices", () => {
  beforeEach(async () => {
    pool = await freshPool(plainPasswords);
    await confirmedUser(pool, "taro");
  });

  it("register once, under the names of their own sign-in", async () => {
    const { AccessToken, DeviceKey, UserConfirmationNecessary, confirm } = await registered();
    expect(DeviceKey).toMatch(/^ap-northeast-1_[0-9a-f-]{36}$/);
    expect(UserConfirmationNecessary).toBe(true);
    await expect(pool.sdk.send(confirm)).rejects.toMatchObject(noDevice);
    const { AuthenticationResult: other } = await pool.sdk.send(passwordSignIn("taro"));
    const foreign = new ConfirmDeviceCommand({ ...confirm.input, AccessToken: other?.AccessToken });
    await expect(pool.sdk.send(foreign)).rejects.toMatchObject(noDevice);
    const { Devices } = await pool.sdk.send(new ListDevicesCommand({ AccessToken }));
    expect(Devices).toMatchObject([
      {
        DeviceKey,
        DeviceCreateDate: expect.any(Date),
        DeviceAttributes: expect.arrayContaining([
          { Name: "device_name", Value: "Chrome" },
          { Name: "dev:device_remembered_status", Value: "not_remembered" },
        ]),
      },
    ]);
  });

  it("are listed page by page, remembered and forgotten", async () => {
    await registered("Firefox");
    const { AccessToken, DeviceKey } = await registered();
    const first = await pool.sdk.send(new ListDevicesCommand({ AccessToken, Limit: 1 }));
    expect(first.Devices).toHaveLength(1);
    const { PaginationToken } = first;
    const second = await pool.sdk.send(new ListDevicesCommand({ AccessToken, Limit: 1, PaginationToken }));
    expect(second.Devices).toMatchObject([{ DeviceKey }]);
    expect(second.PaginationToken).toBeUndefined();
    const DeviceRememberedStatus = "remembered";
    await pool.sdk.send(new UpdateDeviceStatusCommand({ AccessToken, DeviceKey, DeviceRememberedStatus }));
    const { Devices: listed = [] } = await pool.sdk.send(new ListDevicesCommand({ AccessToken }));
    const remembered = { Name: "dev:device_remembered_status", Value: "remembered" };
    expect(listed[1]?.DeviceAttributes).toContainEqual(remembered);
    await pool.sdk.send(new ForgetDeviceCommand({ AccessToken, DeviceKey }));
    await expect(pool.sdk.send(new ForgetDeviceCommand({ AccessToken, DeviceKey }))).rejects.toMatchObject(
      noDevice,
    );

    const taro = { UserPoolId, Username: "taro" };
    const { Devices = [] } = await pool.sdk.send(new AdminListDevicesCommand(taro));
    expect(Devices).toHaveLength(1);
    await pool.sdk.send(new AdminForgetDeviceCommand({ ...taro, DeviceKey: Devices[0]?.DeviceKey }));
    expect(await pool.sdk.send(new AdminListDevicesCommand(taro))).toMatchObject({ Devices: [] });
  });

  it("bind their refresh tokens, which a forgotten device loses", async () => {
    const { AccessToken, RefreshToken, DeviceKey } = await registered();
    const refresh = (key?: string) =>
      pool.sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken, DeviceKey: key }));
    await expect(refresh()).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Invalid Refresh Token",
    });
    expect(await refresh(DeviceKey)).toHaveProperty("AuthenticationResult");
    await pool.sdk.send(new ForgetDeviceCommand({ AccessToken, DeviceKey }));
    await expect(refresh(DeviceKey)).rejects.toThrow("Invalid Refresh Token");
  });

  it("must prove to be what they say", async () => {
    const { DeviceKey = "" } = await registered();
    const { input } = passwordSignIn("taro");
    const named = (key: string) => ({
      ...input,
      AuthParameters: { ...input.AuthParameters, DEVICE_KEY: key },
    });
    const signInOn = async (key: string) =>
      pool.sdk.send(Object.assign(passwordSignIn("taro"), { input: named(key) }));
    await expect(signInOn("ap-northeast-1_0000")).rejects.toMatchObject(noDevice);
    const challenge = await signInOn(DeviceKey);
    expect(challenge).toMatchObject({
      ChallengeName: "DEVICE_SRP_AUTH",
      ChallengeParameters: { DEVICE_KEY: DeviceKey },
    });
    const begin = { USERNAME: "taro", DEVICE_KEY: DeviceKey, SRP_A };
    const exchange = await respond(pool, "DEVICE_SRP_AUTH", challenge.Session, begin);
    expect(exchange.ChallengeName).toBe("DEVICE_PASSWORD_VERIFIER");
    const claim = {
      USERNAME: "taro",
      DEVICE_KEY: DeviceKey,
      PASSWORD_CLAIM_SECRET_BLOCK: exchange.ChallengeParameters?.SECRET_BLOCK ?? "",
      PASSWORD_CLAIM_SIGNATURE: "forged",
      TIMESTAMP: cognitoTime(pool.now()),
    };
    const answer = () => respond(pool, "DEVICE_PASSWORD_VERIFIER", exchange.Session, claim);
    await expect(answer()).rejects.toThrow("Incorrect username or password.");
    await expect(answer()).rejects.toThrow("session can only be used once");
  });
});
