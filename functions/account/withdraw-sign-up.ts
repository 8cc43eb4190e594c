import { isExpired, readVerification } from "#functions/phone/verification-table.ts";
import { hash } from "#functions/platform/networks.ts";
import { count, type Limit, networkLimits } from "#functions/platform/rate-limits.ts";
import { deleteUnconfirmed } from "#functions/platform/user-pool.ts";
import { hourMs } from "#shared/durations.ts";
import type { BodyOf, withdrawSignUp } from "#shared/endpoints.ts";

/**
 * Deletes an unconfirmed account, so that its owner can sign up again with the same login ID. The id of its
 * phone verification is the proof of ownership. Does nothing without it, and for an account that is deleted,
 * confirmed or another one's, and does not reveal which. Throws 429 at a limit.
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

/** `pre-sign-up` counts the mails, for each address. */
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
