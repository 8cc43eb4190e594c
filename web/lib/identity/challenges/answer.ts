/**
 * The message about a refused answer to a challenge, and whether the customer can answer again or must start
 * at /signin.
 */
import { accountRefusal } from "../advice.ts";
import type { IdentityError } from "../provider.ts";
import type { Challenge } from "./challenge.ts";

/** Exactly one of the two is set. */
interface AnswerFailure {
  /** The message at the field. */
  refusal?: string;
  /** The message on /signin. */
  restart?: string;
}

export const restartMessage = "もう一度ログインしてください。";
export const wrongAnswer = "回答が正しくありません。ご確認のうえ、もう一度入力してください。";

const wrongCode: Readonly<Partial<Record<Challenge["kind"], string>>> = {
  "sent-code": "認証コードが正しくありません。届いたメッセージをご確認ください。",
  "app-code": "認証コードが正しくありません。",
  "app-set-up": "認証コードが正しくありません。",
  question: wrongAnswer,
};
const later = "認証できませんでした。時間をおいて、もう一度お試しください。";

const refusals: Readonly<Record<string, string>> = {
  InvalidPasswordException: "このパスワードは使用できません。別のパスワードを入力してください。",
  PasswordHistoryPolicyViolationException:
    "以前使用したパスワードは使用できません。別のパスワードを入力してください。",
};

/** Wrong answers after which Cognito ends a challenge. */
const mostWrongAnswers = 3;

/** Cognito uses one error for an expired challenge and for too many wrong answers. */
function restartAfter(message: string, challenge: Challenge, wrongAnswers: number): string {
  if (/expired/i.test(message) && wrongAnswers < mostWrongAnswers)
    return `時間が経過したため、ログインを中断しました。${restartMessage}`;
  const what = challenge.kind === "question" ? "回答" : "認証コード";
  return `${what}を続けて間違えたため、ログインを中断しました。${restartMessage}`;
}

/** An app shows a new code by itself; a sent code must be sent again. */
const afterExpiredCode = (challenge: Challenge): AnswerFailure =>
  challenge.kind === "sent-code"
    ? { restart: "認証コードの有効期限が切れました。もう一度ログインすると、新しいコードをお送りします。" }
    : {
        refusal: "この認証コードは使用済みです。次のコードが表示されてから入力してください。",
      };

/** `wrongAnswers`: the number of wrong answers to this challenge before this one. */
export function failureOf(error: IdentityError, challenge: Challenge, wrongAnswers: number): AnswerFailure {
  switch (error.code) {
    case "CodeMismatchException":
    case "EnableSoftwareTokenMFAException":
    case "InvalidParameterException":
      return { refusal: wrongCode[challenge.kind] ?? later };
    case "ExpiredCodeException":
      return afterExpiredCode(challenge);
    case "NotAuthorizedException":
      return { restart: accountRefusal(error) ?? restartAfter(error.message, challenge, wrongAnswers) };
    // Amplify has no pending challenge: it was answered, or its three minutes are over.
    case "SignInException":
    case "PasswordResetRequiredException":
    case "UserNotFoundException":
      return { restart: restartMessage };
    default:
      return { refusal: accountRefusal(error) ?? refusals[error.code] ?? later };
  }
}
