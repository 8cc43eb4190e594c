/** InitiateAuth, AdminInitiateAuth and RespondToAuthChallenge: each hands over to one file of `flows` or `challenges`. */
import { z } from "zod";
import { challenges } from "../challenges/index.ts";
import { invalidParameter, notEmulated } from "../errors.ts";
import { flows } from "../flows/index.ts";
import { asCanaryClient, type Pool, requireClient, requirePool } from "../pool.ts";
import { authorizeCaller } from "../request/authorize-caller.ts";
import * as member from "../request/input.ts";
import { defineOperation } from "../request/operation.ts";

const initiateMembers = {
  ClientId: member.clientId,
  AuthFlow: z.string(),
  AuthParameters: member.textMap,
};

export const initiateAuth = defineOperation(z.object(initiateMembers), (input, pool) => {
  if (input.AuthFlow.startsWith("ADMIN_")) throw invalidParameter("Initiate Auth method not supported.");
  requireClient(pool, input.ClientId);
  return startFlow(input, pool);
});

/** Signed by a role that may call it; the one flow of the canary's app client. */
export const adminInitiateAuth = defineOperation(
  z.object({ ...initiateMembers, UserPoolId: member.userPoolId }),
  async (input, pool, request) => {
    await authorizeCaller(request, pool, "cognito-idp:AdminInitiateAuth");
    requirePool(pool, input.UserPoolId);
    const seen = input.ClientId === pool.canaryClientId ? asCanaryClient(pool) : pool;
    requireClient(seen, input.ClientId);
    return startFlow(input, seen);
  },
);

function startFlow(
  {
    AuthFlow,
    AuthParameters = {},
  }: { AuthFlow: string; AuthParameters?: Record<string, string> | undefined },
  pool: Pool,
) {
  const flow = flows[AuthFlow];
  if (!pool.settings.client.authFlows.includes(flow?.setting ?? `ALLOW_${AuthFlow}`)) {
    throw invalidParameter(flow?.notEnabled ?? `${AuthFlow} is not enabled for the client.`);
  }
  if (!flow) throw notEmulated(`Auth flow ${AuthFlow}`);
  return flow.start(AuthParameters, pool);
}

const respondInput = z.object({
  ClientId: member.clientId,
  ChallengeName: z.string(),
  ChallengeResponses: member.textMap,
  Session: member.session,
  ClientMetadata: member.textMap,
});

export const respondToAuthChallenge = defineOperation(respondInput, (input, pool) => {
  const responses = input.ChallengeResponses ?? {};
  requireClient(pool, input.ClientId);
  const answer = challenges.get(input.ChallengeName);
  if (!answer) throw notEmulated(`Challenge ${input.ChallengeName}`);
  return answer({ responses, session: input.Session, clientMetadata: input.ClientMetadata }, pool);
});
