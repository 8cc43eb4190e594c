/**
 * Changes the signed-in customer's e-mail address. Cognito keeps the old address until the new one is
 * verified. Each function throws as `callAsSignedIn` does.
 */
import { callAsSignedIn, currentSession } from "./tokens/current-session.ts";

/**
 * Makes Cognito send a code to the new address; an earlier code becomes invalid. Returns `unchanged` if the
 * account already has this address. `ticket`: from `POST /api/account`, valid for one code.
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

/** Compares addresses as Cognito does, which ignores case. */
export const isSameEmail = (one: string, other = ""): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns whether the account has this address: renewed tokens contain the verified address. */
export async function hasEmail(email: string): Promise<boolean> {
  const signedIn = await currentSession({ refresh: true });
  return signedIn !== undefined && isSameEmail(email, signedIn.email);
}
