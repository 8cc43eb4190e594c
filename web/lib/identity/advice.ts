/** Sentences that say what to do about a refusal of the identity provider's. */
import { IdentityError } from "./provider.ts";

const waitAWhile = "操作が続いたため、しばらく時間をおいてからお試しください。";

const advice: Readonly<Record<string, string>> = {
  ExpiredCodeException:
    "認証コードの有効期限が切れているか、すでに使用されています。「認証コードを再送信」を押し、新しい認証コードを入力してください。",
  LimitExceededException: waitAWhile,
  TooManyFailedAttemptsException: waitAWhile,
  TooManyRequestsException: waitAWhile,
  // AWS WAF: too many calls from this IP address.
  ForbiddenException: waitAWhile,
};

export const identityAdvice = (error: unknown): string | undefined =>
  error instanceof IdentityError ? advice[error.code] : undefined;
