import { isExpired, readVerification } from "#functions/phone/verification-table.ts";
import { hash } from "#functions/platform/networks.ts";
import { count, hourMs, type Limit, networkLimits } from "#functions/platform/rate-limits.ts";
import { deleteUnconfirmed } from "#functions/platform/user-pool.ts";

export interface Withdrawal {
  loginId: string;
  /** The address that was mistyped: a late repetition must not delete the account that replaced this one. */
  email: string;
  /** Of the phone verification that the account was created with. */
  requestId: string;
}

/**
 * Deletes an account that is not confirmed yet, so that its owner signs up again under the same login ID. Does nothing without the
 * proof, nor for an account that is gone, confirmed or another one's, and does not tell which. Throws 429 at a limit.
 */
export async function withdrawSignUp(
  { loginId, email, requestId }: Withdrawal,
  clientAddress: string,
): Promise<void> {
  for (const limit of limitsOf(requestId, clientAddress)) await count(limit);
  const verification = await readVerification(requestId);
  if (verification?.status !== "verified" || isExpired(verification)) return;
  await deleteUnconfirmed(
    loginId,
    (account) =>
      account.phoneVerification === requestId && account.email.toLowerCase() === email.toLowerCase(),
  );
}

/** The mails themselves are counted by `pre-sign-up`, for each address. */
function limitsOf(requestId: string, clientAddress: string): Limit[] {
  const limit: Limit = {
    of: `SIGN_UP#${hash(requestId)}`,
    most: 5,
    windowMs: hourMs,
    isSliding: true,
    message: "メールアドレスの修正の回数が上限に達しました。時間をおいてからもう一度お試しください。",
  };
  return [limit, ...networkLimits(clientAddress, { ...limit, of: "SIGN_UP", most: 20 })];
}
