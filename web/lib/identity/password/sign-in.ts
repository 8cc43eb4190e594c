/** Signs in with the password, and answers the challenges of the sign-in. */
import type { SignInOutput } from "aws-amplify/auth";
import { session } from "../../session/session.ts";
import type { Challenge } from "../challenges/challenge.ts";
import { explainWrongClock } from "../clock.ts";
import { type Cognito, callProvider, IdentityError } from "../provider.ts";
import { signOut } from "../tokens/current-session.ts";
import { withoutOuterSpaces } from "./outer-spaces.ts";

export type SignInResult = "done" | "confirm-sign-up" | Challenge;

/** Returns the portal's name of Amplify's next step. Throws if the password must be reset first. */
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

/** Ends the session of another customer in this tab. */
export async function endOtherSession({ holdsTokens }: Cognito): Promise<void> {
  if (!(await holdsTokens())) return;
  await signOut();
  session.endKeepingDrafts();
}

/**
 * The tokens of the current sign-in. They become the session's once Cognito asks for nothing more, unless
 * `callProvider` has timed out.
 */
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

/**
 * Signs in with SRP. If a trusted browser's device key is damaged, it is deleted and the sign-in is repeated
 * without it.
 */
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

/** Answers the pending challenge. `email`: for a new-password challenge of an account without an address. */
export const answerChallenge = (challengeResponse: string, email?: string): Promise<SignInResult> =>
  take(({ confirmSignIn, answerOptions }, context) =>
    confirmSignIn(context, {
      challengeResponse,
      options: { ...answerOptions(), ...(email !== undefined && { userAttributes: { email } }) },
    }),
  );
