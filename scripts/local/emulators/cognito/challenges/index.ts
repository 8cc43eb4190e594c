/**
 * Every `ChallengeName` that RespondToAuthChallenge takes an answer to here. The others (SMS_MFA, SOFTWARE_TOKEN_MFA,
 * SELECT_MFA_TYPE, MFA_SETUP, NEW_PASSWORD_REQUIRED, CUSTOM_CHALLENGE, DEVICE_SRP_AUTH) get their file beside this one.
 */
import type { Answer } from "../operation.ts";
import type { Pool } from "../pool.ts";
import { passwordVerifier } from "./password-verifier.ts";

type ChallengeResponses = Readonly<Record<string, string>>;
export type ChallengeAnswer = (responses: ChallengeResponses, pool: Pool) => Promise<Answer>;

export const challenges: Partial<Record<string, ChallengeAnswer>> = {
  PASSWORD_VERIFIER: passwordVerifier,
};
