/** What of Amplify only those need who manage their passkeys: a chunk of its own, which `passkeys.ts` loads. */
export { associateWebAuthnCredential, deleteWebAuthnCredential } from "aws-amplify/auth";
