import { useEffect, useState } from "react";
import { accountRefusal, identityAdvice } from "#web/lib/identity/advice.ts";
import { failureOf } from "#web/lib/identity/challenges/answer.ts";
import type { Challenge } from "#web/lib/identity/challenges/challenge.ts";
import { createReauthentication } from "#web/lib/identity/password/reauthenticate.ts";
import type { SignInResult } from "#web/lib/identity/password/sign-in.ts";
import { IdentityError, prepareIdentity } from "#web/lib/identity/provider.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { useLoginId } from "#web/lib/session/use-login-id.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { passkeyFailure } from "../passkeys/passkey-failure.ts";

const later = "確認できませんでした。時間をおいて、もう一度お試しください。";

const refusals: Readonly<Record<string, string>> = {
  NotAuthorizedException: "パスワードが正しくありません。",
  PasswordResetRequiredException: "ログイン画面の「パスワードをお忘れの方」から再設定してください。",
};

/** Returns the message of a refused password. */
const passwordFailure = (error: IdentityError): string =>
  accountRefusal(error) ?? refusals[error.code] ?? identityAdvice(error) ?? later;

type CodeChallenge = Extract<Challenge, { kind: "app-code" | "sent-code" }>;

const begunAgain = "確認を中断しました。もう一度パスワードを入力してください。";
const signInInstead =
  "この画面では確認できませんでした。お手数ですが、一度ログアウトし、もう一度ログインしてからお試しください。";

const isCodeChallenge = (result: SignInResult): result is CodeChallenge =>
  typeof result === "object" && (result.kind === "app-code" || result.kind === "sent-code");

/**
 * Proves the customer's identity by the password, and by a code if Cognito asks for one. `message` concerns
 * the whole proof. Each function resolves to the message at its field if the answer is refused.
 */
export function useProof(onDone: () => void) {
  const loginId = useLoginId();
  const [proof] = useState(() =>
    createReauthentication(loginId, (idToken) => tabStorage.write("idToken", idToken)),
  );
  const [challenge, setChallenge] = useState<CodeChallenge>();
  const [wrongCodes, setWrongCodes] = useState(0);
  const [message, setMessage] = useState<string>();
  useEffect(prepareIdentity, []);

  const proceed = (result: SignInResult): void => {
    if (result === "done") onDone();
    else if (isCodeChallenge(result)) setChallenge(result);
    else setMessage(signInInstead);
  };
  const attempt = async (
    work: () => Promise<SignInResult>,
    refusalOf: (error: IdentityError) => string | undefined,
  ): Promise<string | undefined> => {
    setMessage(undefined);
    try {
      proceed(await work());
      return undefined;
    } catch (error) {
      if (error instanceof IdentityError) return refusalOf(error);
      if (!(error instanceof ConnectionError)) throw error;
      setMessage(error.message);
      return undefined;
    }
  };
  const beginAgain = (): undefined => {
    setChallenge(undefined);
    setWrongCodes(0);
    setMessage(begunAgain);
  };

  return {
    loginId,
    challenge,
    message,
    enterPasskey: async (): Promise<void> => {
      const refusal = await attempt(proof.enterPasskey, passkeyFailure);
      if (refusal !== undefined) setMessage(refusal);
    },
    enterPassword: (password: string) => attempt(() => proof.enterPassword(password), passwordFailure),
    answerCode: (code: string) =>
      attempt(
        () => proof.answerCode(code),
        (error) => {
          setWrongCodes(wrongCodes + 1);
          return failureOf(error, challenge ?? { kind: "app-code" }, wrongCodes).refusal ?? beginAgain();
        },
      ),
  };
}
