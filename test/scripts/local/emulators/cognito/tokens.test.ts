import {
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  ClientId,
  confirmedUser,
  plainPasswords,
  renew,
  signIn,
  startPools,
  type TestPool,
  userPoolId,
} from "./pool.ts";

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
    const AuthParameters = { REFRESH_TOKEN: session.RefreshToken, DEVICE_KEY: session.DeviceKey };
    const byFlow = new InitiateAuthCommand({ ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters });
    const { AuthenticationResult } = await pool.sdk.send(byFlow);
    for (const result of [await refresh(session), AuthenticationResult]) {
      expect(result).not.toHaveProperty("RefreshToken");
      const [before, after] = [decodeJwt(session.IdToken), decodeJwt(result?.IdToken ?? "")];
      expect(after).toMatchObject({ origin_jti: before.origin_jti, auth_time: before.auth_time });
      expect(after.jti).not.toBe(before.jti);
      await getUser(result?.AccessToken ?? "");
    }
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
