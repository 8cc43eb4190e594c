/** Every `ChallengeName` that RespondToAuthChallenge takes an answer to here. */

import { namedDevice } from "../devices.ts";
import { incorrectUsernameOrPassword, invalidParameter, notAuthorized } from "../errors.ts";
import { requirePasswordAttempt } from "../limits.ts";
import { activeFactors } from "../mfa/factors.ts";
import { takeAppCode } from "../mfa/software-token.ts";
import { canUsePasskey, readAssertion, requireProof } from "../passkeys/assert.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeKind } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import { requireParameter } from "../request/input.ts";
import { askFactor } from "../steps/ask-second-factor.ts";
import { afterNewPassword, afterSecondFactor, missingAttributes, passed } from "../steps/next-step.ts";
import { isRightAnswer } from "../triggers/auth-challenge.ts";
import { readAttributes } from "../users/attributes.ts";
import { requirePolicy } from "../users/password-policy.ts";
import { changeUser, setPassword } from "../users/users.ts";
import { type ChallengeAnswer, type ChallengeInput, openedChallenge, refuseCode } from "./handles.ts";
import { devicePasswordVerifier, deviceSrpAuth, passwordVerifier } from "./srp.ts";

/** CUSTOM_CHALLENGE: the triggers judge the answer, and decide whether a wrong one may be tried again. */
const customChallenge: ChallengeAnswer = async (input, pool) => {
  const answer = requireParameter(input.responses, "ANSWER");
  const { challenge, user } = openedChallenge(pool, input, "CUSTOM_CHALLENGE");
  const { progress } = challenge;
  const device = namedDevice(user, input.responses);
  challenge.spent = true;
  const challengeResult = await isRightAnswer(pool, challenge, answer);
  const step = { challengeName: "CUSTOM_CHALLENGE", challengeResult };
  const trail = [...(progress.trail ?? []), step];
  return afterSecondFactor(pool, { ...progress, ...device, trail });
};

/** WEB_AUTHN: the passkey's assertion, one try for each challenge. With user verification it is both factors. */
const webAuthn: ChallengeAnswer = async (input, pool) => {
  const credential = readAssertion(requireParameter(input.responses, "CREDENTIAL"));
  const { challenge, user } = openedChallenge(pool, input, "WEB_AUTHN");
  challenge.spent = true;
  if (!canUsePasskey(pool, user)) throw incorrectUsernameOrPassword();
  await requireProof(pool, user, credential, challenge.challenge);
  return afterSecondFactor(pool, challenge.progress);
};

/** SOFTWARE_TOKEN_MFA: the code that the authenticator app shows. */
const softwareTokenMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SOFTWARE_TOKEN_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SOFTWARE_TOKEN_MFA");
  requirePasswordAttempt(pool, challenge.progress.userKey);
  const device = namedDevice(user, input.responses);
  if (!takeAppCode(pool, user, code)) {
    refuseCode(pool, challenge, "Invalid code received for user");
  }
  challenge.spent = true;
  const progress = passed({ ...challenge.progress, ...device }, "SOFTWARE_TOKEN_MFA");
  return afterSecondFactor(pool, progress);
};

/** SMS_MFA: the code from the message, which proves the number as well. */
const smsMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SMS_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SMS_MFA");
  requirePasswordAttempt(pool, challenge.progress.userKey);
  if (code !== challenge.code) refuseCode(pool, challenge, "Invalid code or auth state for the user.");
  const device = namedDevice(user, input.responses);
  challenge.spent = true;
  changeUser(pool, user, { attributes: { ...user.attributes, phone_number_verified: "true" } });
  const progress = passed({ ...challenge.progress, ...device }, "SMS_MFA");
  return afterSecondFactor(pool, progress);
};

/** SELECT_MFA_TYPE: which of the user's factors it shall be. */
const selectMfaType: ChallengeAnswer = async (input, pool) => {
  const answer = requireParameter(input.responses, "ANSWER");
  const { challenge, user } = openedChallenge(pool, input, "SELECT_MFA_TYPE");
  const chosen = activeFactors(pool, user).find((factor) => factor === answer);
  if (!chosen) throw invalidParameter("Invalid MFA type selected");
  challenge.spent = true;
  return askFactor(pool, user, chosen, challenge.progress);
};

/** MFA_SETUP, with the session of VerifySoftwareToken: the app is proven and is asked for from now on. */
const mfaSetup: ChallengeAnswer = async (input, pool) => {
  const { challenge, user } = openedChallenge(pool, input, "MFA_SETUP");
  if (!challenge.verified) throw notAuthorized("Invalid session for the user.");
  challenge.spent = true;
  user.mfa = { ...user.mfa, enabled: [...new Set([...user.mfa.enabled, "SOFTWARE_TOKEN_MFA" as const])] };
  return afterSecondFactor(pool, passed(challenge.progress, "SOFTWARE_TOKEN_MFA"));
};

/** NEW_PASSWORD_REQUIRED: the user's own password, and required attributes that are missing. A refusal keeps the session. */
const newPasswordRequired: ChallengeAnswer = async (input, pool) => {
  const password = requireParameter(input.responses, "NEW_PASSWORD");
  const { challenge, user } = openedChallenge(pool, input, "NEW_PASSWORD_REQUIRED");
  const attributes = givenAttributes(pool, user, input);
  requirePolicy(pool.settings.passwordPolicy, password);
  challenge.spent = true;
  setPassword(pool, user, password);
  changeUser(pool, user, { status: "CONFIRMED", attributes: { ...user.attributes, ...attributes } });
  const progress = passed(challenge.progress, "NEW_PASSWORD_REQUIRED");
  return afterNewPassword(pool, user, progress);
};

const prefix = "userAttributes.";

function givenAttributes(pool: Pool, user: User, { responses }: ChallengeInput): Record<string, string> {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, Value]) => ({ Name: name.slice(prefix.length), Value }));
  const attributes = readAttributes(given);
  const known = given.find(({ Name }) => user.attributes[Name]);
  if (known) throw invalidParameter(`Cannot modify an already provided ${known.Name}`);
  const missing = missingAttributes(pool, user).find((name) => !attributes[name]);
  if (missing) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  return attributes;
}

const known: Record<ChallengeKind, ChallengeAnswer> = {
  CUSTOM_CHALLENGE: customChallenge,
  DEVICE_PASSWORD_VERIFIER: devicePasswordVerifier,
  DEVICE_SRP_AUTH: deviceSrpAuth,
  MFA_SETUP: mfaSetup,
  NEW_PASSWORD_REQUIRED: newPasswordRequired,
  PASSWORD_VERIFIER: passwordVerifier,
  SELECT_MFA_TYPE: selectMfaType,
  SMS_MFA: smsMfa,
  SOFTWARE_TOKEN_MFA: softwareTokenMfa,
  WEB_AUTHN: webAuthn,
};

export const challenges: ReadonlyMap<string, ChallengeAnswer> = new Map(Object.entries(known));
