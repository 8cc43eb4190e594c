/**
 * The user pool's attribute with the id of the phone verification that the account was created with, which
 * only the browser that verified the phone knows. Written at sign-up and never again; no token has it.
 */
export const phoneVerificationAttribute = "phoneVerification";
