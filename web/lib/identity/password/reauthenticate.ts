/**
 * Entering the password again, for what wants a recent one: a sign-in beside the session, which takes its place once Cognito
 * asks nothing more. Until then, and after any failure, the session stays as it is. Throws `IdentityError`, or `SessionOverError`.
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

/** `answerCode` answers what the latest `enterPassword` was asked. `onDone` is given the new id token. */
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
    /** Instead of the password, without more to answer. */
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
  // The replaced token is not needed any more, and would be valid for thirty days.
  if (replaced !== undefined) revokeToken(replaced).catch(() => {});
  return String((await fetchAuthSession()).tokens?.idToken);
}
