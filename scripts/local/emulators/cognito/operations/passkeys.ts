/** StartWebAuthnRegistration, CompleteWebAuthnRegistration, ListWebAuthnCredentials, DeleteWebAuthnCredential. */
import { z } from "zod";
import { passkeyNotFound } from "../errors.ts";
import { completeRegistration, registrationResponse, startRegistration } from "../passkeys/register.ts";
import { requirePasskeys } from "../passkeys/relying-party.ts";
import type { Passkey } from "../records/user.ts";
import * as member from "../request/input.ts";
import { pageOf } from "../request/input.ts";
import { defineUserOperation, type Operations } from "../request/operation.ts";

const registration = z.object({ Credential: registrationResponse });
const page = z.object({ MaxResults: member.limit, NextToken: member.paginationToken });
const one = z.object({ CredentialId: z.string() });

export const passkeyOperations: Operations = {
  StartWebAuthnRegistration: defineUserOperation(z.object({}), async ({ user }, _input, pool) => ({
    CredentialCreationOptions: await startRegistration(pool, user),
  })),

  CompleteWebAuthnRegistration: defineUserOperation(registration, ({ user }, { Credential }, pool) =>
    completeRegistration(pool, user, Credential),
  ),

  ListWebAuthnCredentials: defineUserOperation(page, ({ user }, { MaxResults, NextToken }, pool) => {
    const { relyingPartyId } = requirePasskeys(pool);
    const { page: passkeys, PaginationToken } = pageOf(user.passkeys, {
      Limit: MaxResults ?? 20,
      PaginationToken: NextToken,
    });
    return {
      Credentials: passkeys.map((passkey) => description(relyingPartyId, passkey)),
      NextToken: PaginationToken,
    };
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
