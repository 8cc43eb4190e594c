import {
  ForgetDeviceCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { cognitoTime, confirmDeviceCommand, SRP_A } from "#test/support/srp-client.ts";
import {
  ClientId,
  confirmedUser,
  passwordSignIn,
  plainPasswords,
  renew,
  signIn,
  startPools,
  type TestPool,
  userPoolId,
} from "./pool.ts";
import { respond } from "./second-factor.ts";

const freshPool = startPools();
let pool: TestPool;
let sub: string | undefined;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
  ({ sub } = await confirmedUser(pool, "Taro"));
});

const getUser = (AccessToken: string) => pool.sdk.send(new GetUserCommand({ AccessToken }));
const refresh = ({ RefreshToken, DeviceKey }: { RefreshToken: string; DeviceKey: string }) =>
  renew(pool, { RefreshToken, DeviceKey });
const refused = (message: string) => ({ name: "NotAuthorizedException", message });

describe("tokens", () => {
  it("carry the real claims and verify against the published keys", async () => {
    const { IdToken, AccessToken } = await signIn(pool, "taro");
    const keys = createRemoteJWKSet(new URL(`${pool.url}/${userPoolId}/.well-known/jwks.json`));
    const issuer = `https://cognito-idp.ap-northeast-1.amazonaws.com/${userPoolId}`;
    const id = (await jwtVerify(IdToken, keys, { issuer, audience: ClientId })).payload;
    const access = (await jwtVerify(AccessToken, keys, { issuer })).payload;
    const [text, number] = [expect.any(String), expect.any(Number)];
    const shared = { sub, iss: issuer, event_id: text, origin_jti: text, jti: text };
    const times = { auth_time: number, iat: number, exp: number };
    expect(id).toEqual({
      ...shared,
      ...times,
      aud: ClientId,
      token_use: "id",
      "cognito:username": "Taro",
      email: "taro@example.jp",
      email_verified: true,
    });
    expect(access).toEqual({
      ...shared,
      ...times,
      client_id: ClientId,
      token_use: "access",
      scope: "aws.cognito.signin.user.admin",
      username: "Taro",
      device_key: expect.stringMatching(/^ap-northeast-1_[0-9a-f-]{36}$/),
    });
    expect(Number(id.exp) - Number(id.iat)).toBe(900);
    expect(id.origin_jti).toBe(access.origin_jti);
    expect(decodeProtectedHeader(IdToken).kid).not.toBe(decodeProtectedHeader(AccessToken).kid);
    await jwtVerify(IdToken, createLocalJWKSet(pool.emulator.jwks()));
  });

  it("are refused when expired, forged or of the wrong use", async () => {
    const { IdToken, AccessToken } = await signIn(pool, "taro");
    const [header, , signature] = AccessToken.split(".");
    const claims = { ...decodeJwt(AccessToken), username: "hanako" };
    const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
    for (const token of ["nonsense", forged, IdToken]) {
      await expect(getUser(token)).rejects.toMatchObject(refused("Invalid Access Token"));
    }
    pool.passMinutes(15.1);
    await expect(getUser(AccessToken)).rejects.toMatchObject(refused("Access Token has expired"));
  });

  it("are renewed for 30 days, for the same sign-in and with the same refresh token", async () => {
    const session = await signIn(pool, "taro");
    pool.passMinutes(30 * 24 * 60 - 1);
    const result = await refresh(session);
    expect(result).not.toHaveProperty("RefreshToken");
    const [before, after] = [decodeJwt(session.IdToken), decodeJwt(result?.IdToken ?? "")];
    expect(after).toMatchObject({ origin_jti: before.origin_jti, auth_time: before.auth_time });
    expect(after.jti).not.toBe(before.jti);
    await getUser(result?.AccessToken ?? "");
    pool.passMinutes(1);
    await expect(refresh(session)).rejects.toMatchObject(refused("Refresh Token has expired"));
  });
});

it.each(["RevokeToken", "GlobalSignOut"])("%s ends its own sign-ins with all their tokens", async (name) => {
  await confirmedUser(pool, "hanako");
  const [here, elsewhere, hers] = await Promise.all(
    ["taro", "taro", "hanako"].map((user) => signIn(pool, user)),
  );
  if (!here || !elsewhere || !hers) throw new Error("Signed in without tokens");
  const later = await refresh(here);
  const revoke = new RevokeTokenCommand({ ClientId, Token: here.RefreshToken });
  if (name === "RevokeToken") for (const _twice of [1, 2]) await pool.sdk.send(revoke);
  else await pool.sdk.send(new GlobalSignOutCommand({ AccessToken: elsewhere.AccessToken }));
  for (const token of [here.AccessToken, later?.AccessToken ?? ""])
    await expect(getUser(token)).rejects.toMatchObject(refused("Access Token has been revoked"));
  await expect(refresh(here)).rejects.toMatchObject(refused("Refresh Token has been revoked"));
  await getUser(name === "RevokeToken" ? elsewhere.AccessToken : hers.AccessToken);
});

const noDevice = { name: "ResourceNotFoundException", message: "Device does not exist." };

describe("devices", () => {
  it("register once, under the names of their own sign-in", async () => {
    const { AccessToken, DeviceKey } = await signIn(pool, "taro");
    const other = await signIn(pool, "taro");
    for (const token of [AccessToken, other.AccessToken])
      await expect(pool.sdk.send(confirmDeviceCommand(token, DeviceKey))).rejects.toMatchObject(noDevice);
  });

  const invalid = refused("Invalid Refresh Token");

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
