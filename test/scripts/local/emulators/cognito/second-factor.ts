/** The common set-up of tests of second factors: pools that have them, an authenticator app, and answers to challenges. */
import {
  AssociateSoftwareTokenCommand,
  type ChallengeNameType,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { codeOfStep, stepAt } from "#scripts/local/emulators/cognito/mfa/software-token.ts";
import { ClientId, confirmedUser, passwordSignIn, signIn, type TestPool } from "./pool.ts";

/** The app's code; `steps` of 30 seconds later, or earlier. */
export function appCode(pool: TestPool, secret: string, steps = 0): string {
  return codeOfStep(secret, stepAt(pool.now().getTime()) + steps);
}

/** Six digits that the app shows neither now nor shortly before or after. */
export function wrongAppCode(pool: TestPool, secret: string): string {
  const shown = [-1, 0, 1].map((steps) => appCode(pool, secret, steps));
  return ["000000", "111111", "222222", "333333"].find((code) => !shown.includes(code)) ?? "";
}

/** Hands out a secret and proves it with the code of half a minute ago, so that the present one is still unused. */
export async function associateApp(pool: TestPool, AccessToken: string): Promise<string> {
  const { SecretCode = "" } = await pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = appCode(pool, SecretCode, -1);
  await pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  return SecretCode;
}

export async function userWithApp(pool: TestPool, userName: string) {
  await confirmedUser(pool, userName);
  const { AccessToken } = await signIn(pool, userName);
  const secret = await associateApp(pool, AccessToken);
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  return { secret, AccessToken };
}

/** The answer to the password. */
export async function challengeOf(pool: TestPool, userName: string) {
  const {
    ChallengeName,
    Session = "",
    ChallengeParameters = {},
  } = await pool.sdk.send(passwordSignIn(userName));
  return { ChallengeName, Session, ChallengeParameters };
}

export function respond(
  pool: TestPool,
  ChallengeName: ChallengeNameType,
  Session: string | undefined,
  ChallengeResponses: Record<string, string>,
) {
  return pool.sdk.send(
    new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses }),
  );
}
