/** StartWebAuthnRegistration, CompleteWebAuthnRegistration, ListWebAuthnCredentials, DeleteWebAuthnCredential. */
import { z } from "zod";
import { passkeyNotFound } from "../errors.ts";
import { completeRegistration, registrationResponse, startRegistration } from "../passkeys/register.ts";
import { requirePasskeys } from "../passkeys/relying-party.ts";
import type { Passkey } from "../records/user.ts";
import * as member from "../request/input.ts";
import { pageOf } from "../request/paging.ts";
import { defineUserOperation } from "../request/user-operation.ts";

export const startWebAuthnRegistration = defineUserOperation(
  z.object({}),
  async ({ user }, _input, pool) => ({
    CredentialCreationOptions: await startRegistration(pool, user),
  }),
);

export const completeWebAuthnRegistration = defineUserOperation(
  z.object({ Credential: registrationResponse }),
  async ({ user }, { Credential }, pool) => {
    await completeRegistration(pool, user, Credential);
    return {};
  },
);

const page = z.object({ MaxResults: member.limit, NextToken: member.paginationToken });

export const listWebAuthnCredentials = defineUserOperation(page, ({ user }, input, pool) => {
  const { relyingPartyId } = requirePasskeys(pool);
  const { page: passkeys, PaginationToken: NextToken } = pageOf(user.passkeys, {
    Limit: input.MaxResults ?? 20,
    PaginationToken: input.NextToken,
  });
  return {
    Credentials: passkeys.map((passkey) => description(relyingPartyId, passkey)),
    ...(NextToken === undefined ? {} : { NextToken }),
  };
});

/** `WebAuthnCredentialDescription` of the API reference. */
function description(RelyingPartyId: string, { id, name, attachment, transports, createdAt }: Passkey) {
  return {
    CredentialId: id,
    FriendlyCredentialName: name,
    RelyingPartyId,
    ...(attachment === undefined ? {} : { AuthenticatorAttachment: attachment }),
    AuthenticatorTransports: transports,
    CreatedAt: createdAt / 1000,
  };
}

export const deleteWebAuthnCredential = defineUserOperation(
  z.object({ CredentialId: z.string() }),
  ({ user }, { CredentialId }) => {
    const remaining = user.passkeys.filter(({ id }) => id !== CredentialId);
    if (remaining.length === user.passkeys.length) throw passkeyNotFound();
    user.passkeys = remaining;
    return {};
  },
);
