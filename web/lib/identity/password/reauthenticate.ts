/**
 * Asks for the password again, for calls that need a recent password. It is a second sign-in, whose tokens
 * replace the session's once Cognito asks for nothing more. A failure leaves the session as it is. Throws
 * `IdentityError`, `ConnectionError` or `SessionOverError`.
 */
import { session } from "../../session/session.ts";
import { revokeToken } from "../call-cognito.ts";
import { explainWrongClock } from "../clock.ts";
import { type Cognito, callProvider } from "../provider.ts";
import { createTokenOverlay } from "../tokens/token-storage.ts";
import { withoutOuterSpaces } from "./outer-spaces.ts";
import { resultOf, type SignInResult } from "./sign-in.ts";

type Tokens = ReturnType<typeof createTokenOverlay>;
type Work = (cognito: Cognito, context: ReturnType<Cognito["contextWith"]>) => ReturnType<Cognito["signIn"]>;

/** `answerCode` answers the challenge of the latest `enterPassword`. `onDone` receives the new id token. */
export function createReauthentication(loginId: string, onDone: (idToken: string) => void) {
  let tokens = createTokenOverlay();
  const proceed = (work: Work): Promise<SignInResult> =>
    callProvider(async (cognito) => {
      const context = cognito.contextWith(tokens);
      const result = await session.within(async () => resultOf(await work(cognito, context)));
      if (result === "done") onDone(await takeOver(cognito, tokens));
      return result;
    });
  return {
    enterPassword(typed: string): Promise<SignInResult> {
      tokens = createTokenOverlay();
      const password = withoutOuterSpaces(typed);
      const proof = proceed(({ signIn, signInOptions }, context) =>
        signIn(context, { username: loginId, password, options: signInOptions("confirmation") }),
      );
      return explainWrongClock(proof);
    },
    /** Replaces the password and the code. */
    async enterPasskey(): Promise<SignInResult> {
      const { askForPasskey, signInWithPasskeyProof } = await import("../passkeys/sign-in.ts");
      const storage = createTokenOverlay();
      const prove = async () =>
        signInWithPasskeyProof(await askForPasskey(loginId), { purpose: "confirmation", storage });
      await session.within(prove);
      onDone(await callProvider((cognito) => takeOver(cognito, storage)));
      return "done";
    },
    answerCode: (code: string): Promise<SignInResult> =>
      proceed(({ confirmSignIn, answerOptions }, context) =>
        confirmSignIn(context, { challengeResponse: code, options: answerOptions("confirmation") }),
      ),
  };
}

async function takeOver({ refreshToken, fetchAuthSession }: Cognito, tokens: Tokens): Promise<string> {
  const replaced = await refreshToken();
  await tokens.commit();
  // The replaced refresh token would be valid for thirty days.
  if (replaced !== undefined) revokeToken(replaced).catch(() => {});
  return String((await fetchAuthSession()).tokens?.idToken);
}
