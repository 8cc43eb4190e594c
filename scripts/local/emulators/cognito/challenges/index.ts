/** Every `ChallengeName` that RespondToAuthChallenge takes an answer to here. */

import { namedDevice } from "../devices.ts";
import { incorrectUsernameOrPassword, invalidParameter, notAuthorized } from "../errors.ts";
import { activeFactors } from "../mfa/factors.ts";
import { takeAppCode } from "../mfa/software-token.ts";
import { canUsePasskey, readAssertion, requireProof } from "../passkeys/assert.ts";
import type { ChallengeKind } from "../records/challenge.ts";
import { requireParameter } from "../request/input.ts";
import { askFactor } from "../steps/ask-second-factor.ts";
import { afterSecondFactor, passed } from "../steps/next-step.ts";
import { isRightAnswer } from "../triggers/auth-challenge.ts";
import { changeUser } from "../users/users.ts";
import { devicePasswordVerifier, deviceSrpAuth } from "./device.ts";
import {
  type ChallengeAnswer,
  openedChallenge,
  refuseCode,
  requireCodeTry,
  sessionChallenge,
} from "./handles.ts";
import { newPasswordRequired } from "./new-password-required.ts";
import { passwordVerifier } from "./password-verifier.ts";

/** CUSTOM_CHALLENGE: the triggers judge the answer, and decide whether a wrong one may be tried again. */
const customChallenge: ChallengeAnswer = async (input, pool) => {
  const answer = requireParameter(input.responses, "ANSWER");
  const challenge = sessionChallenge(pool, input, "CUSTOM_CHALLENGE");
  const { progress, challengeMetadata } = challenge;
  const user = pool.state.users.get(progress.userKey);
  const device = user ? namedDevice(pool, user, input.responses) : {};
  challenge.spent = true;
  const step = {
    challengeName: "CUSTOM_CHALLENGE",
    challengeResult: await isRightAnswer(pool, challenge, answer, input.clientMetadata),
    ...(challengeMetadata === undefined ? {} : { challengeMetadata }),
  };
  const trail = [...(progress.trail ?? []), step];
  return afterSecondFactor(pool, { ...progress, ...device, trail }, input.clientMetadata);
};

/** WEB_AUTHN: the passkey's assertion, one try for each challenge. With user verification it is both factors. */
const webAuthn: ChallengeAnswer = async (input, pool) => {
  const credential = readAssertion(requireParameter(input.responses, "CREDENTIAL"));
  const { challenge, user } = openedChallenge(pool, input, "WEB_AUTHN");
  challenge.spent = true;
  if (!canUsePasskey(pool, user)) throw incorrectUsernameOrPassword();
  await requireProof(pool, user, credential, challenge.challenge);
  return afterSecondFactor(pool, challenge.progress, input.clientMetadata);
};

/** SOFTWARE_TOKEN_MFA: the code that the authenticator app shows. */
const softwareTokenMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SOFTWARE_TOKEN_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SOFTWARE_TOKEN_MFA");
  requireCodeTry(pool, challenge);
  const device = namedDevice(pool, user, input.responses);
  if (!takeAppCode(pool, user, code)) {
    refuseCode(pool, challenge, "Invalid code received for user");
  }
  challenge.spent = true;
  const progress = passed({ ...challenge.progress, ...device }, "SOFTWARE_TOKEN_MFA");
  return afterSecondFactor(pool, progress, input.clientMetadata);
};

/** SMS_MFA: the code from the message, which proves the number as well. */
const smsMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SMS_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SMS_MFA");
  requireCodeTry(pool, challenge);
  if (code !== challenge.code) refuseCode(pool, challenge, "Invalid code or auth state for the user.");
  const device = namedDevice(pool, user, input.responses);
  challenge.spent = true;
  changeUser(pool, user, { attributes: { ...user.attributes, phone_number_verified: "true" } });
  const progress = passed({ ...challenge.progress, ...device }, "SMS_MFA");
  return afterSecondFactor(pool, progress, input.clientMetadata);
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
  return afterSecondFactor(pool, passed(challenge.progress, "SOFTWARE_TOKEN_MFA"), input.clientMetadata);
};

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
