import { describe, expect, it } from "vitest";
import { failureOf } from "#web/lib/identity/challenges/answer.ts";
import type { Challenge } from "#web/lib/identity/challenges/challenge.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";

const app: Challenge = { kind: "app-code" };
const sms: Challenge = { kind: "sent-code", by: "sms" };
const question: Challenge = { kind: "question" };
const password: Challenge = { kind: "new-password", needsEmail: false };
const setUp: Challenge = { kind: "app-set-up" };

describe("belongs at the field, and may be tried again", () => {
  it.each([
    [app, "CodeMismatchException", "認証コードが正しくありません。"],
    [sms, "CodeMismatchException", "届いたメッセージ"],
    [setUp, "EnableSoftwareTokenMFAException", "認証コードが正しくありません"],
    [app, "InvalidParameterException", "認証コードが正しくありません"],
    [app, "ExpiredCodeException", "次のコードが表示されてから"],
    [password, "InvalidPasswordException", "別のパスワード"],
    [password, "PasswordHistoryPolicyViolationException", "以前使用したパスワード"],
    [app, "TooManyRequestsException", "しばらく待ってから"],
    [app, "ForbiddenException", "しばらく待ってから"],
    [question, "UnexpectedLambdaException", "時間をおいて"],
  ])("%o, %s: %s", (asked, code, sentence) => {
    const { refusal, restart } = failureOf(new IdentityError(code, "Cognito's own text"), asked, 0);
    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain("Cognito");
    expect(restart).toBeUndefined();
  });
});

describe("begins again at /signin", () => {
  it.each([
    [app, "NotAuthorizedException", "Invalid session for the user, session is expired.", "時間が経過した"],
    [app, "NotAuthorizedException", "Invalid session for the user.", "認証コードを続けて間違えた"],
    [question, "NotAuthorizedException", "Incorrect username or password.", "回答を続けて間違えた"],
    [app, "NotAuthorizedException", "User is disabled.", "ご利用いただけません"],
    [app, "NotAuthorizedException", "Password attempts exceeded", "しばらく待ってから"],
    [sms, "ExpiredCodeException", "Expired", "新しいコードをお送りします"],
    [app, "SignInException", "An error occurred during the sign in process.", "もう一度ログイン"],
  ])("%o, %s, %s: %s", (asked, code, text, sentence) => {
    const { refusal, restart } = failureOf(new IdentityError(code, text), asked, 2);
    expect(restart).toContain(sentence);
    expect(refusal).toBeUndefined();
  });

  it("tells a challenge that expired from one that had too many wrong answers", () => {
    const expired = new IdentityError("NotAuthorizedException", "Invalid session, session is expired.");
    expect(failureOf(expired, app, 3).restart).toContain("続けて間違えた");
  });
});
