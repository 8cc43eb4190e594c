import {
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Changes,
  ClientId,
  confirmedUser,
  plainPasswords,
  signIn,
  startPools,
  type TestPool,
  userPoolId,
} from "./pool.ts";

const freshPool = startPools();

let pool: TestPool;
let sub: string | undefined;
async function start(changes: Changes = plainPasswords): Promise<void> {
  pool = await freshPool(changes);
  ({ sub } = await confirmedUser(pool, "Taro"));
}
beforeEach(() => start());

const getUser = (AccessToken: string) => pool.sdk.send(new GetUserCommand({ AccessToken }));
const revoke = (Token: string) => pool.sdk.send(new RevokeTokenCommand({ ClientId, Token }));
const refresh = async (RefreshToken: string) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken });
  return (await pool.sdk.send(command)).AuthenticationResult;
};
const refused = (message: string) => ({ name: "NotAuthorizedException", message });

describe("tokens", () => {
  it("carry the real claims and verify against the published keys", async () => {
    const { IdToken, AccessToken } = await signIn(pool, "taro");
    const keys = createRemoteJWKSet(new URL(`${pool.url}/${userPoolId}/.well-known/jwks.json`));
    const issuer = `https://cognito-idp.ap-northeast-1.amazonaws.com/${userPoolId}`;
    const id = (await jwtVerify(IdToken, keys, { issuer, audience: ClientId })).payload;
    const access = (await jwtVerify(AccessToken, keys, { issuer })).payload;
    const shared = {
      sub,
      iss: issuer,
      event_id: expect.any(String),
      origin_jti: expect.any(String),
      auth_time: expect.any(Number),
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    };
    expect(id).toEqual({
      ...shared,
      aud: ClientId,
      token_use: "id",
      "cognito:username": "Taro",
      email: "taro@example.jp",
      email_verified: true,
    });
    expect(access).toEqual({
      ...shared,
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

  it("expire", async () => {
    const { AccessToken } = await signIn(pool, "taro");
    pool.passMinutes(15.1);
    await expect(getUser(AccessToken)).rejects.toMatchObject(refused("Access Token has expired"));
  });

  it("are refused when foreign, forged or of the wrong use", async () => {
    const { IdToken, AccessToken } = await signIn(pool, "taro");
    const [header, , signature] = AccessToken.split(".");
    const claims = { ...decodeJwt(AccessToken), username: "hanako" };
    const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
    for (const token of ["nonsense", forged, IdToken]) {
      await expect(getUser(token)).rejects.toMatchObject(refused("Invalid Access Token"));
    }
  });
});

describe("refreshing", () => {
  it("gives new tokens of the same sign-in, and no new refresh token", async () => {
    const tokens = await signIn(pool, "taro");
    pool.passMinutes(20);
    const viaFlow = await pool.sdk.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: "REFRESH_TOKEN_AUTH",
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
      }),
    );
    for (const result of [await refresh(tokens.RefreshToken), viaFlow.AuthenticationResult]) {
      expect(result).not.toHaveProperty("RefreshToken");
      const before = decodeJwt(tokens.IdToken);
      const after = decodeJwt(result?.IdToken ?? "");
      expect(after).toMatchObject({ origin_jti: before.origin_jti, auth_time: before.auth_time });
      expect(after.jti).not.toBe(before.jti);
      expect(Number(after.iat) - Number(before.iat)).toBeGreaterThanOrEqual(20 * 60);
      await getUser(result?.AccessToken ?? "");
    }
  });

  it("ends after 30 days", async () => {
    const { RefreshToken } = await signIn(pool, "taro");
    pool.passMinutes(30 * 24 * 60 - 1);
    await refresh(RefreshToken);
    pool.passMinutes(1);
    await expect(refresh(RefreshToken)).rejects.toMatchObject(refused("Refresh Token has expired"));
  });
});

describe("signing out", () => {
  const revokedAccess = refused("Access Token has been revoked");
  const revokedRefresh = refused("Refresh Token has been revoked");

  it("RevokeToken ends one sign-in with all its access tokens", async () => {
    const here = await signIn(pool, "taro");
    const elsewhere = await signIn(pool, "taro");
    const later = await refresh(here.RefreshToken);
    await revoke(here.RefreshToken);
    await revoke(here.RefreshToken);
    await expect(getUser(here.AccessToken)).rejects.toMatchObject(revokedAccess);
    await expect(getUser(later?.AccessToken ?? "")).rejects.toMatchObject(revokedAccess);
    await expect(refresh(here.RefreshToken)).rejects.toMatchObject(revokedRefresh);
    await getUser(elsewhere.AccessToken);
  });

  it("GlobalSignOut ends all of one user's", async () => {
    await confirmedUser(pool, "hanako");
    const [here, elsewhere, other] = [
      await signIn(pool, "taro"),
      await signIn(pool, "taro"),
      await signIn(pool, "hanako"),
    ];
    await pool.sdk.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken }));
    await expect(getUser(here.AccessToken)).rejects.toMatchObject(revokedAccess);
    await expect(refresh(elsewhere.RefreshToken)).rejects.toMatchObject(revokedRefresh);
    await getUser(other.AccessToken);
  });
});
