/** GetTokensFromRefreshToken, RevokeToken, GlobalSignOut. */
import { z } from "zod";
import { unauthorized, unsupportedTokenType } from "../errors.ts";
import { requireClient } from "../pool.ts";
import * as member from "../request/input.ts";
import { defineOperation, defineUserOperation, type Operations } from "../request/operation.ts";
import { issueTokens } from "../tokens/issue.ts";
import { findSignIn, requireRefreshToken } from "../tokens/verify.ts";
import { revokeSignIns } from "../users/users.ts";

const refresh = z.object({
  ClientId: member.clientId,
  RefreshToken: member.token,
  DeviceKey: member.deviceKey.optional(),
});
const revocation = z.object({ ClientId: member.clientId, Token: member.token });

export const tokenOperations: Operations = {
  /** Without refresh token rotation the refresh token stays the same and is not repeated. */
  GetTokensFromRefreshToken: defineOperation(refresh, async (input, pool) => {
    requireClient(pool, input.ClientId);
    const { user, signIn } = requireRefreshToken(pool, input.RefreshToken, input.DeviceKey);
    return { AuthenticationResult: await issueTokens(pool, user, signIn) };
  }),

  RevokeToken: defineOperation(revocation, (input, pool) => {
    requireClient(pool, input.ClientId);
    const signIn = findSignIn(pool, input.Token);
    if (signIn) signIn.revoked = true;
    else if (input.Token.split(".").length === 3)
      throw unsupportedTokenType("Only refresh tokens can be revoked");
    else throw unauthorized("Invalid Refresh Token");
    return {};
  }),

  GlobalSignOut: defineUserOperation(z.object({}), ({ user }, _input, pool) => {
    revokeSignIns(pool, user);
    return {};
  }),
};
