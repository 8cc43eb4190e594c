/** `userDetailInfo`: the draft of the sign-up wizard. The sign-in also reads it. */
import * as z from "zod/mini";
import type { companyForm } from "#shared/customer/customer.ts";
import { defineDraft } from "./draft.ts";

type Company = Partial<z.input<typeof companyForm>>;

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shape = z.object({
  step: z.literal([0, 1, 2, 3, 4]),
  /** The values of step 1, perhaps incomplete. */
  company: z.custom<Company>(isRecord),
  chargePhoneNumber: z.optional(z.string()),
  /** The id of the phone verification. */
  requestId: z.optional(z.string()),
  /** Epoch milliseconds of the last SMS, for the countdown. */
  smsSentAt: z.optional(z.number()),
  /** The code has expired or was used. */
  smsExpired: z.optional(z.boolean()),
  phoneVerified: z.optional(z.boolean()),
  /** The login ID. */
  userId: z.optional(z.string()),
  email: z.optional(z.string()),
  /** The account exists; its e-mail address is not confirmed. */
  accountCreated: z.optional(z.boolean()),
  /** The id of the phone verification of the account. */
  accountRequestId: z.optional(z.string()),
  /** An account that may exist, because its creation was requested and no response has arrived. */
  requestedAccount: z.optional(z.object({ loginId: z.string(), email: z.string(), requestId: z.string() })),
  /** Epoch milliseconds of the last e-mail code. */
  codeSentAt: z.optional(z.number()),
  /** Values that were typed and not submitted, unlike the address that a code was sent to. */
  typed: z.optional(
    z.object({
      chargePhoneNumber: z.optional(z.string()),
      loginId: z.optional(z.string()),
      email: z.optional(z.string()),
    }),
  ),
});
export type SignUpDraft = z.output<typeof shape>;

export const signUpDraft = defineDraft("userDetailInfo", shape);

/** Cognito's login IDs are case-insensitive. */
export const isSameLoginId = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/**
 * Adapts the draft to an account that signs in or is created. A draft with another login ID is deleted: it
 * may be another person's. A draft without a login ID may be another person's too: its company is shown for
 * confirmation, and its phone must be verified again.
 */
export function claimSignUp(loginId: string): void {
  const draft = signUpDraft.read();
  if (!draft) return;
  const owner = draft.userId ?? draft.typed?.loginId?.trim();
  if (!owner) signUpDraft.write(unclaimed(draft));
  else if (!isSameLoginId(owner, loginId)) signUpDraft.clear();
}

function unclaimed({ company, requestId: _, smsSentAt: __, phoneVerified: ___, ...draft }: SignUpDraft) {
  const { agreedTerms: ____, agreedBusinessUse: _____, ...shown } = company;
  return { ...draft, company: shown, step: 0 } as const;
}
