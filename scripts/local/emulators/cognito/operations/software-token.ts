/** AssociateSoftwareToken and VerifySoftwareToken: for a signed-in user, or in the middle of a sign-in that demands an app. */
import { z } from "zod";
import { findChallenge, openChallenge } from "../challenges/handles.ts";
import { enableSoftwareTokenFailed, invalidParameter, userDoesNotExist } from "../errors.ts";
import { handOutSecret, proveSecret } from "../mfa/software-token.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeOf } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import * as member from "../request/input.ts";
import { defineOperation, type Operations } from "../request/operation.ts";
import { requireAccessToken } from "../tokens/verify.ts";

const who = { AccessToken: member.token.optional(), Session: member.session };

const verification = z.object({ ...who, UserCode: member.userCode });

export const softwareTokenOperations: Operations = {
  AssociateSoftwareToken: defineOperation(z.object(who), async (input, pool) => {
    const { user, setup } = await settingUp(pool, input);
    const SecretCode = handOutSecret(pool, user);
    return { SecretCode, Session: setup && nextSession(pool, setup, false) };
  }),

  VerifySoftwareToken: defineOperation(verification, async (input, pool) => {
    const { user, setup } = await settingUp(pool, input);
    if (!proveSecret(pool, user, input.UserCode)) {
      if (setup) setup.wrongAnswers += 1;
      throw enableSoftwareTokenFailed();
    }
    return { Status: "SUCCESS", Session: setup && nextSession(pool, setup, true) };
  }),
};

interface SettingUp {
  user: User;
  /** The challenge that demands it. */
  setup?: ChallengeOf<"MFA_SETUP">;
}

/** Throws NotAuthorizedException, or InvalidParameterException when neither token nor session is given. */
async function settingUp(
  pool: Pool,
  { AccessToken, Session }: { AccessToken?: string | undefined; Session?: string | undefined },
): Promise<SettingUp> {
  if (AccessToken !== undefined) return requireAccessToken(pool, AccessToken);
  if (Session === undefined) throw invalidParameter("Either AccessToken or Session is required");
  const setup = findChallenge(pool, Session, "MFA_SETUP");
  const user = pool.state.users.get(setup.progress.userKey);
  if (!user) throw userDoesNotExist();
  return { user, setup };
}

function nextSession(pool: Pool, setup: ChallengeOf<"MFA_SETUP">, verified: boolean): string {
  setup.spent = true;
  return openChallenge(pool, { kind: "MFA_SETUP", progress: setup.progress, verified });
}
