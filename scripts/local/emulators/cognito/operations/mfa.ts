/** Second factors: the authenticator app's set-up, for a signed-in user or in the middle of a sign-in that demands it, and which are on. */
import { z } from "zod";
import { findChallenge, openChallenge } from "../challenges/handles.ts";
import { enableSoftwareTokenFailed, invalidParameter, userDoesNotExist } from "../errors.ts";
import { isSetUp } from "../mfa/factors.ts";
import { handOutSecret, proveSecret } from "../mfa/software-token.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeOf } from "../records/challenge.ts";
import type { Factor, User } from "../records/user.ts";
import * as member from "../request/input.ts";
import {
  defineAdminOperation,
  defineOperation,
  defineUserOperation,
  type Operations,
} from "../request/operation.ts";
import { requireAccessToken } from "../tokens/verify.ts";
import { changeUser } from "../users/users.ts";

const who = { AccessToken: member.token.optional(), Session: member.session };

const verification = z.object({ ...who, UserCode: member.userCode });

/** Switching second factors on and off, for users and administrators alike. */
const settings = z.object({ Enabled: member.flag, PreferredMfa: member.flag }).optional();

const preference = z.object({
  SMSMfaSettings: settings,
  SoftwareTokenMfaSettings: settings,
  WebAuthnMfaSettings: z.object({ Enabled: member.flag }).optional(),
});

export const mfaOperations: Operations = {
  AssociateSoftwareToken: defineOperation(z.object(who), async (input, pool) => {
    const { user, setup } = await settingUp(pool, input);
    const SecretCode = handOutSecret(user);
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

  SetUserMFAPreference: defineUserOperation(preference, ({ user }, input, pool) =>
    applyPreference(user, input, pool),
  ),
  AdminSetUserMFAPreference: defineAdminOperation(preference, applyPreference),
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

type Change = [Factor, z.infer<typeof settings>];

/** Omitted factors stay unchanged. Throws InvalidParameterException for a factor that is not set up. */
function applyPreference(user: User, input: z.infer<typeof preference>, pool: Pool): void {
  const changes: Change[] = [
    ["SMS_MFA", input.SMSMfaSettings],
    ["SOFTWARE_TOKEN_MFA", input.SoftwareTokenMfaSettings],
  ];
  const on = changes.filter(([, wanted]) => wanted?.Enabled).map(([factor]) => factor);
  for (const factor of on) requireUsable(pool, user, factor);
  const untouched = user.mfa.enabled.filter((factor) => !isMentioned(changes, factor));
  const enabled = [...untouched, ...on];
  const preferred = preferredAfter(user, changes);
  if (preferred && !enabled.includes(preferred)) throw notSetUp(preferred);
  const webAuthn = input.WebAuthnMfaSettings?.Enabled ?? user.mfa.webAuthn ?? false;
  if (webAuthn) requirePasskeyFactor(pool, enabled);
  changeUser(pool, user, { mfa: { enabled, webAuthn, ...(preferred ? { preferred } : {}) } });
}

/** Only beside another factor, so that nobody is locked out. */
function requirePasskeyFactor({ settings }: Pool, others: readonly Factor[]): void {
  if (settings.passkeys?.factor !== "MULTI_FACTOR_WITH_USER_VERIFICATION" || others.length === 0)
    throw notSetUp("WEB_AUTHN_MFA");
}

/** Mentioning a factor without preferring it ends its preference. */
function preferredAfter({ mfa }: User, changes: Change[]): Factor | undefined {
  const [favourite, another] = changes.filter(([, wanted]) => wanted?.PreferredMfa);
  if (another) throw invalidParameter("Only one MFA method can be set as preferred");
  if (favourite) return favourite[0];
  return mfa.preferred && !isMentioned(changes, mfa.preferred) ? mfa.preferred : undefined;
}

function isMentioned(changes: Change[], factor: Factor): boolean {
  return changes.some(([each, wanted]) => each === factor && wanted !== undefined);
}

function requireUsable(pool: Pool, user: User, factor: Factor): void {
  if (!pool.settings.mfa.factors.includes(factor) || !isSetUp(user, factor)) throw notSetUp(factor);
}

function notSetUp(factor: Factor | "WEB_AUTHN_MFA") {
  return invalidParameter(`User does not have delivery config set to turn on ${factor}`);
}
