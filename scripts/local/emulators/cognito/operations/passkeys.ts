/** StartWebAuthnRegistration, CompleteWebAuthnRegistration, ListWebAuthnCredentials, DeleteWebAuthnCredential. */
import { z } from "zod";
import { passkeyNotFound } from "../errors.ts";
import { completeRegistration, registrationResponse, startRegistration } from "../passkeys/register.ts";
import { requirePasskeys } from "../passkeys/relying-party.ts";
import type { Passkey } from "../records/user.ts";
import { defineUserOperation, type Operations } from "../request/operation.ts";

const registration = z.object({ Credential: registrationResponse });
const one = z.object({ CredentialId: z.string() });

export const passkeyOperations: Operations = {
  StartWebAuthnRegistration: defineUserOperation(z.object({}), async ({ user }, _input, pool) => ({
    CredentialCreationOptions: await startRegistration(pool, user),
  })),

  CompleteWebAuthnRegistration: defineUserOperation(registration, ({ user }, { Credential }, pool) =>
    completeRegistration(pool, user, Credential),
  ),

  /** In one page: a user has at most 20. */
  ListWebAuthnCredentials: defineUserOperation(z.object({}), ({ user }, _input, pool) => {
    const { relyingPartyId } = requirePasskeys(pool);
    return { Credentials: user.passkeys.map((passkey) => description(relyingPartyId, passkey)) };
  }),

  DeleteWebAuthnCredential: defineUserOperation(one, ({ user }, { CredentialId }) => {
    const remaining = user.passkeys.filter(({ id }) => id !== CredentialId);
    if (remaining.length === user.passkeys.length) throw passkeyNotFound();
    user.passkeys = remaining;
  }),
};

/** `WebAuthnCredentialDescription` of the API reference, without what it says of the authenticator. */
function description(RelyingPartyId: string, { id, name, createdAt }: Passkey) {
  return {
    CredentialId: id,
    FriendlyCredentialName: name,
    RelyingPartyId,
    CreatedAt: createdAt / 1000,
  };
}
