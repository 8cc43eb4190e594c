/**
 * The user pool's own attribute of an account: the id of the phone verification that it was created with, which only the browser
 * that verified the phone knows. Written at sign-up and never again; no token has it.
 */
export const phoneVerificationAttribute = "phoneVerification";
