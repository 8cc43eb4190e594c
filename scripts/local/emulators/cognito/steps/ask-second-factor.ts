/** SMS_MFA, SOFTWARE_TOKEN_MFA, SELECT_MFA_TYPE and MFA_SETUP: whichever fits the pool and what the user has set up. */

import { pose } from "../challenges/handles.ts";
import { newCode } from "../codes.ts";
import { sendMessage } from "../messages.ts";
import { activeFactors } from "../mfa/factors.ts";
import type { Pool } from "../pool.ts";
import type { Progress } from "../records/challenge.ts";
import type { Factor, User } from "../records/user.ts";
import type { Answer } from "../request/operation.ts";

/** Undefined when nothing more is asked of that user. */
export async function askSecondFactor(
  pool: Pool,
  user: User,
  progress: Progress,
): Promise<Answer | undefined> {
  const factors = activeFactors(pool, user);
  const [only, ...others] = factors;
  if (!only) return pool.settings.mfa.mode === "ON" ? askSetup(pool, user, progress) : undefined;
  const preferred = factors.find((factor) => factor === user.mfa.preferred);
  if (preferred || others.length === 0) return askFactor(pool, user, preferred ?? only, progress);
  return pose(
    pool,
    { kind: "SELECT_MFA_TYPE", progress },
    { MFAS_CAN_CHOOSE: JSON.stringify(factors), USER_ID_FOR_SRP: user.userName },
  );
}

/** Sends the SMS when that is the factor. */
export async function askFactor(pool: Pool, user: User, kind: Factor, progress: Progress): Promise<Answer> {
  if (kind === "SMS_MFA") return askSms(pool, user, progress);
  return pose(pool, { kind, progress }, { USER_ID_FOR_SRP: user.userName });
}

async function askSms(pool: Pool, user: User, progress: Progress): Promise<Answer> {
  const code = newCode();
  const to = user.attributes.phone_number ?? "";
  const sent = await sendMessage(pool, user, { source: "CustomMessage_Authentication", to, code });
  return pose(
    pool,
    { kind: "SMS_MFA", progress, code },
    {
      CODE_DELIVERY_DELIVERY_MEDIUM: sent.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: sent.Destination,
      USER_ID_FOR_SRP: user.userName,
    },
  );
}

function askSetup(pool: Pool, user: User, progress: Progress): Answer {
  return pose(
    pool,
    { kind: "MFA_SETUP", progress, verified: false },
    { MFAS_CAN_SETUP: JSON.stringify(pool.settings.mfa.factors), USER_ID_FOR_SRP: user.userName },
  );
}
