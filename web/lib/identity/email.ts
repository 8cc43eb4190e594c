/**
 * Changing the e-mail address of the signed-in customer. Cognito keeps the old one until the new one is proven. Throws
 * `IdentityError`; without a valid session, `UserUnAuthenticatedException`.
 */
import { attemptSignedIn, currentSession } from "./tokens/session.ts";

/** Cognito sends a code to the new address; `unchanged` when the account has that very address already. */
export async function requestEmailChange(email: string): Promise<"code-sent" | "unchanged"> {
  const { nextStep } = await attemptSignedIn(({ updateUserAttribute }) =>
    updateUserAttribute({ userAttribute: { attributeKey: "email", value: email } }),
  );
  return nextStep.updateAttributeStep === "DONE" ? "unchanged" : "code-sent";
}

/** A new code invalidates the one before it. */
export async function resendEmailCode(): Promise<void> {
  await attemptSignedIn(({ sendUserAttributeVerificationCode }) =>
    sendUserAttributeVerificationCode({ userAttributeKey: "email" }),
  );
}

export async function confirmEmailChange(code: string): Promise<void> {
  await attemptSignedIn(({ confirmUserAttribute }) =>
    confirmUserAttribute({ userAttributeKey: "email", confirmationCode: code }),
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns whether the account has that address by now: Cognito's fresh tokens contain the verified address. */
export async function hasEmail(email: string): Promise<boolean> {
  const signedIn = await currentSession({ refresh: true });
  return signedIn !== undefined && isSame(signedIn.email, email);
}
