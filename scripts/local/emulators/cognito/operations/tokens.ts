/** GetTokensFromRefreshToken, RevokeToken, GlobalSignOut. */
import { z } from "zod";
import { unauthorized, unsupportedTokenType } from "../errors.ts";
import { requireClient } from "../pool.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";
import { issueTokens } from "../tokens/issue.ts";
import { findSignIn, requireAccessToken, requireRefreshToken } from "../tokens/verify.ts";
import { revokeSignIns } from "../users/users.ts";

const refreshInput = z.object({
  ClientId: member.clientId,
  RefreshToken: member.token,
  DeviceKey: member.deviceKey.optional(),
});

/** Without refresh token rotation the refresh token stays the same and is not repeated. */
export const getTokensFromRefreshToken = defineOperation(refreshInput, async (input, pool) => {
  requireClient(pool, input.ClientId);
  const { user, signIn } = requireRefreshToken(pool, input.RefreshToken, input.DeviceKey);
  return { AuthenticationResult: await issueTokens(pool, user, signIn) };
});

const revokeInput = z.object({
  ClientId: member.clientId,
  Token: member.token,
});

export const revokeToken = defineOperation(revokeInput, (input, pool) => {
  requireClient(pool, input.ClientId);
  const signIn = findSignIn(pool, input.Token);
  if (signIn) signIn.revoked = true;
  else if (input.Token.split(".").length === 3)
    throw unsupportedTokenType("Only refresh tokens can be revoked");
  else throw unauthorized("Invalid Refresh Token");
  return {};
});

export const globalSignOut = defineOperation(z.object({ AccessToken: member.token }), async (input, pool) => {
  const { user } = await requireAccessToken(pool, input.AccessToken);
  revokeSignIns(pool, user);
  return {};
});
