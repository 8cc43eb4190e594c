import { NoAnswer } from "../platform/http.ts";
import { Problem } from "../runtime/problem.ts";
import { VonageFailed } from "./vonage-verify.ts";

export const sentTooSoon = (seconds: number): Problem =>
  new Problem("too_many_requests", {
    message: `認証コードは送信済みです。再送信は${seconds}秒後にお試しください。`,
    retryAfterSeconds: seconds,
  });

/** The number stays reserved: whether the SMS went out is not known. */
export function asProviderProblem(error: unknown): never {
  if (!(error instanceof NoAnswer || error instanceof VonageFailed)) throw error;
  throw new Problem("provider_failed", {
    message:
      "SMSの送信を確認できませんでした。SMSが届かない場合は、60秒ほど時間をおいてからもう一度お試しください。",
    cause: error,
  });
}
