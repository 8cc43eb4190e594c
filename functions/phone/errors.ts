import { ApiError } from "#functions/runtime/api-error.ts";
import { VonageCallError } from "./vonage.ts";

/** The message holds whether or not the previous SMS was sent. */
export const sendTooSoon = (seconds: number): ApiError =>
  new ApiError("too_many_requests", {
    message: `認証コードの送信は60秒に1回までです。${seconds}秒後にもう一度お試しください。`,
    retryAfterSeconds: seconds,
  });

/** The code by voice may be asked for a while after the SMS. */
export const callTooSoon = (seconds: number): ApiError =>
  new ApiError("too_many_requests", {
    message: `音声電話は、認証コードの送信からしばらくしてご利用いただけます。${seconds}秒後にもう一度お試しください。`,
    retryAfterSeconds: seconds,
  });

export function throwCallError(error: unknown): never {
  if (!(error instanceof VonageCallError)) throw error;
  throw new ApiError("provider_failed", {
    message:
      "電話の発信を確認できませんでした。電話がかかってこない場合は、60秒ほど時間をおいてからもう一度お試しください。",
    cause: error,
  });
}

/** The number stays reserved, because the SMS may have been sent. */
export function throwProviderError(error: unknown): never {
  if (!(error instanceof VonageCallError)) throw error;
  throw new ApiError("provider_failed", {
    message:
      "SMSの送信を確認できませんでした。SMSが届かない場合は、60秒ほど時間をおいてからもう一度お試しください。",
    cause: error,
  });
}
