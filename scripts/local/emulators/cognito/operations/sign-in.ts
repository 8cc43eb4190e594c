/** InitiateAuth, AdminInitiateAuth and RespondToAuthChallenge: each hands over to one file of `flows` or `challenges`. */
import { z } from "zod";
import { challenges } from "../challenges/index.ts";
import { invalidParameter, notEmulated } from "../errors.ts";
import { flows } from "../flows.ts";
import { asCanaryClient, type Pool, requireClient } from "../pool.ts";
import * as member from "../request/input.ts";
import { defineOperation, defineSignedOperation, type Operations } from "../request/operation.ts";

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

export const signInOperations: Operations = {
  InitiateAuth: defineOperation(initiation, (input, pool) => {
    if (input.AuthFlow.startsWith("ADMIN_")) throw invalidParameter("Initiate Auth method not supported.");
    requireClient(pool, input.ClientId);
    return startFlow(input, pool);
  }),

  /** The one flow of the canary's app client. */
  AdminInitiateAuth: defineSignedOperation(initiation, (input, pool) => {
    const seen = input.ClientId === pool.canaryClientId ? asCanaryClient(pool) : pool;
    requireClient(seen, input.ClientId);
    return startFlow(input, seen);
  }),

  RespondToAuthChallenge: defineOperation(response, (input, pool) => {
    const { ChallengeName, ChallengeResponses: responses = {}, Session, ClientMetadata } = input;
    requireClient(pool, input.ClientId);
    const answer = challenges.get(ChallengeName);
    if (!answer) throw notEmulated(`Challenge ${ChallengeName}`);
    return answer({ responses, session: Session, clientMetadata: ClientMetadata }, pool);
  }),
};

function startFlow({ AuthFlow, AuthParameters = {} }: z.infer<typeof initiation>, pool: Pool) {
  if (!pool.settings.client.authFlows.includes(`ALLOW_${AuthFlow}`)) {
    throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
  }
  const start = flows[AuthFlow];
  if (!start) throw notEmulated(`Auth flow ${AuthFlow}`);
  return start(AuthParameters, pool);
}
