/** Every `ChallengeName` that RespondToAuthChallenge takes an answer to here. */
import type { ChallengeKind } from "../records/challenge.ts";
import type { ChallengeAnswer } from "./answer.ts";
import { customChallenge } from "./custom-challenge.ts";
import { devicePasswordVerifier } from "./device-password-verifier.ts";
import { deviceSrpAuth } from "./device-srp-auth.ts";
import { mfaSetup } from "./mfa-setup.ts";
import { newPasswordRequired } from "./new-password-required.ts";
import { passwordVerifier } from "./password-verifier.ts";
import { selectMfaType } from "./select-mfa-type.ts";
import { smsMfa } from "./sms-mfa.ts";
import { softwareTokenMfa } from "./software-token-mfa.ts";
import { webAuthn } from "./web-authn.ts";

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
