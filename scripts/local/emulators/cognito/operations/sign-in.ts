/** InitiateAuth, AdminInitiateAuth and RespondToAuthChallenge, which hand over to `flows` and `challenges`; renewing and revoking. */
import { z } from "zod";
import { challenges } from "../challenges/index.ts";
import { invalidParameter, notEmulated, unauthorized } from "../errors.ts";
import { flows } from "../flows.ts";
import { asCanaryClient, type Pool, requireClient } from "../pool.ts";
import * as member from "../request/input.ts";
import {
  defineOperation,
  defineSignedOperation,
  defineUserOperation,
  type Operations,
} from "../request/operation.ts";
import { issueTokens } from "../tokens/issue.ts";
import { findSignIn, requireRefreshToken } from "../tokens/verify.ts";
import { revokeSignIns } from "../users/users.ts";

const initiation = z.object({
  ClientId: member.clientId,
  AuthFlow: z.string(),
  AuthParameters: member.textMap,
});
const response = z.object({
  ClientId: member.clientId,
  ChallengeName: z.string(),
  ChallengeResponses: member.textMap,
  Session: member.session,
  ClientMetadata: member.textMap,
});

const refresh = z.object({
  ClientId: member.clientId,
  RefreshToken: member.token,
  DeviceKey: member.deviceKey.optional(),
});
const revocation = z.object({ ClientId: member.clientId, Token: member.token });

export const signInOperations: Operations = {
  InitiateAuth: defineOperation(initiation, (input, pool) => {
    if (input.AuthFlow.startsWith("ADMIN_")) throw invalidParameter("Initiate Auth method not supported.");
    return startFlow(input, pool);
  }),

  /** The one flow of the canary's app client. */
  AdminInitiateAuth: defineSignedOperation(initiation, (input, pool) => {
    const seen = input.ClientId === pool.canaryClientId ? asCanaryClient(pool) : pool;
    requireClient(seen, input.ClientId);
    return startFlow(input, seen);
  }),

  RespondToAuthChallenge: defineOperation(response, (input, pool) => {
    const { ChallengeName, ChallengeResponses: responses = {}, Session: session } = input;
    const answer = challenges.get(ChallengeName);
    if (!answer) throw notEmulated(`Challenge ${ChallengeName}`);
    return answer({ responses, session }, pool);
  }),

  /** Without refresh token rotation the refresh token stays the same and is not repeated. */
  GetTokensFromRefreshToken: defineOperation(refresh, async (input, pool) => {
    const { user, signIn } = requireRefreshToken(pool, input.RefreshToken, input.DeviceKey);
    return { AuthenticationResult: await issueTokens(pool, user, signIn) };
  }),

  RevokeToken: defineOperation(revocation, (input, pool) => {
    const signIn = findSignIn(pool, input.Token);
    if (!signIn) throw unauthorized("Invalid Refresh Token");
    signIn.revoked = true;
  }),

  GlobalSignOut: defineUserOperation(z.object({}), ({ user }, _input, pool) => revokeSignIns(pool, user)),
};

function startFlow({ AuthFlow, AuthParameters = {} }: z.infer<typeof initiation>, pool: Pool) {
  if (!pool.settings.client.authFlows.includes(`ALLOW_${AuthFlow}`)) {
    throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
  }
  const start = flows[AuthFlow];
  if (!start) throw notEmulated(`Auth flow ${AuthFlow}`);
  return start(AuthParameters, pool);
}
