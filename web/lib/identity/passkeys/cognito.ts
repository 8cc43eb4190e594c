/** Amplify's functions that manage passkeys: a chunk of its own, which `passkeys.ts` loads. */
export { associateWebAuthnCredential, deleteWebAuthnCredential } from "aws-amplify/auth";
