/** Signing in with the password, and the end of a sign-in that more is asked for. */
import type { SignInOutput } from "aws-amplify/auth";
import { session } from "../../session/session.ts";
import type { Challenge } from "../challenges/challenge.ts";
import { explainWrongClock } from "../clock.ts";
import { type Cognito, callProvider, IdentityError } from "../provider.ts";
import { signOut } from "../tokens/session.ts";
import { withoutOuterSpaces } from "./outer-spaces.ts";

export type SignInResult = "done" | "confirm-sign-up" | Challenge;

/** Translates Amplify's next step. Throws when the password must be reset first. */
export async function resultOf({ nextStep }: SignInOutput): Promise<SignInResult> {
  switch (nextStep.signInStep) {
    case "DONE":
      return "done";
    case "CONFIRM_SIGN_UP":
      return "confirm-sign-up";
    case "RESET_PASSWORD":
      throw new IdentityError("PasswordResetRequiredException", "Password reset required");
    default:
      return (await import("../challenges/challenge.ts")).challengeOf(nextStep);
  }
}

/** A person who signs in to a tab signs out who else is signed in there. */
export async function endOtherSession({ holdsTokens }: Cognito): Promise<void> {
  if (!(await holdsTokens())) return;
  await signOut();
  session.forgetCustomer();
}

/** Of the sign-in under way. They become the session's once Cognito asks nothing more, as long as somebody waits for that. */
let tokens: ReturnType<Cognito["createTokenOverlay"]> | undefined;

type Step = (cognito: Cognito, context: ReturnType<Cognito["contextWith"]>) => Promise<SignInOutput>;

const take = (step: Step): Promise<SignInResult> =>
  callProvider(async (cognito, isLate) => {
    tokens ??= cognito.createTokenOverlay();
    const own = tokens;
    const result = await resultOf(await step(cognito, cognito.contextWith(own)));
    if (result === "done" && !isLate()) await own.commit();
    return result;
  });

/** Signs in with SRP. A trusted browser whose key is damaged is trusted no more, and the sign-in is repeated without it. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  await callProvider(endOtherSession);
  const prove = () => {
    tokens = undefined;
    return take(({ signIn, signInOptions }, context) =>
      signIn(context, { username, password: withoutOuterSpaces(password), options: signInOptions() }),
    );
  };
  const proof = prove().catch(async (error: unknown) => {
    if (!(error instanceof IdentityError) || !(await tokens?.forgetRefusedDevice())) throw error;
    return prove();
  });
  return explainWrongClock(proof);
}

/** Answers the challenge that Amplify holds: `email` goes with a new password that an address is missing for. */
export const answerChallenge = (challengeResponse: string, email?: string): Promise<SignInResult> =>
  take(({ confirmSignIn, answerOptions }, context) =>
    confirmSignIn(context, {
      challengeResponse,
      options: { ...answerOptions(), ...(email !== undefined && { userAttributes: { email } }) },
    }),
  );
