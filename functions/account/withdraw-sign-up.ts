import { isExpired, readVerification } from "#functions/phone/verification-table.ts";
import { hash } from "#functions/platform/networks.ts";
import { count, type Limit, networkLimits } from "#functions/platform/rate-limits.ts";
import { deleteUnconfirmed } from "#functions/platform/user-pool.ts";
import { hourMs } from "#shared/durations.ts";
import type { BodyOf, withdrawSignUp } from "#shared/endpoints.ts";

/**
 * Deletes an account that is not confirmed yet, so that its owner signs up again under the same login ID. Does nothing without the
 * proof, nor for an account that is gone, confirmed or another one's, and does not tell which. Throws 429 at a limit.
 */
export async function withdrawUnconfirmed(
  { loginId, email, requestId: verificationId }: BodyOf<typeof withdrawSignUp>,
  clientAddress: string,
): Promise<void> {
  for (const limit of limitsOf(verificationId, clientAddress)) await count(limit);
  const verification = await readVerification(verificationId);
  if (verification?.status !== "verified" || isExpired(verification)) return;
  await deleteUnconfirmed(
    loginId,
    // A late repetition must not delete the account that replaced this one.
    (account) =>
      account.phoneVerification === verificationId && account.email.toLowerCase() === email.toLowerCase(),
  );
}

/** The mails themselves are counted by `pre-sign-up`, for each address. */
function limitsOf(verificationId: string, clientAddress: string): Limit[] {
  const limit: Limit = {
    of: `SIGN_UP#${hash(verificationId)}`,
    most: 5,
    windowMs: hourMs,
    isSliding: true,
    message: "メールアドレスの変更の回数が上限に達しました。時間をおいて、もう一度お試しください。",
  };
  return [limit, ...networkLimits(clientAddress, { ...limit, of: "SIGN_UP", most: 20 })];
}
