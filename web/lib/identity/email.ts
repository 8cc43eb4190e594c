/**
 * Changing the e-mail address of the signed-in customer. Cognito keeps the old one until the new one is proven. Throws
 * `IdentityError`; without a valid session, `UserUnAuthenticatedException`.
 */
import { callAsSignedIn, currentSession } from "./tokens/session.ts";

/**
 * Cognito sends a code to the new address, which invalidates the code before it; `unchanged` when the account has that very address
 * already. `ticket`: of `POST /api/account`, for one code.
 */
export async function requestEmailChange(email: string, ticket: string): Promise<"code-sent" | "unchanged"> {
  const { nextStep } = await callAsSignedIn(({ updateUserAttribute }) =>
    updateUserAttribute({
      userAttribute: { attributeKey: "email", value: email },
      options: { clientMetadata: { ticket } },
    }),
  );
  return nextStep.updateAttributeStep === "DONE" ? "unchanged" : "code-sent";
}

export async function confirmEmailChange(code: string): Promise<void> {
  await callAsSignedIn(({ confirmUserAttribute }) =>
    confirmUserAttribute({ userAttributeKey: "email", confirmationCode: code }),
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns whether the account has that address by now: Cognito's fresh tokens contain the verified address. */
export async function hasEmail(email: string): Promise<boolean> {
  const signedIn = await currentSession({ refresh: true });
  return signedIn !== undefined && isSame(signedIn.email, email);
}
