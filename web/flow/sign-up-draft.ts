/** `userDetailInfo`: where a person is in the sign-up wizard. Signing in takes it up as well. */
import * as z from "zod/mini";
import type { companyForm } from "#shared/customer/customer.ts";
import { defineDraft } from "./draft.ts";

type Company = Partial<z.input<typeof companyForm>>;

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shape = z.object({
  step: z.literal([0, 1, 2, 3, 4]),
  /** Step 1, possibly half-filled. */
  company: z.custom<Company>(isRecord),
  chargePhoneNumber: z.optional(z.string()),
  /** Of the phone verification. */
  requestId: z.optional(z.string()),
  /** Epoch milliseconds, for the countdown until a code may be sent again. */
  smsSentAt: z.optional(z.number()),
  /** The code has expired or was used. */
  smsExpired: z.optional(z.boolean()),
  phoneVerified: z.optional(z.boolean()),
  /** The login ID. */
  userId: z.optional(z.string()),
  email: z.optional(z.string()),
  /** The account exists but its e-mail address is not confirmed yet. */
  accountCreated: z.optional(z.boolean()),
  /** Of the phone verification that the account was created with. */
  accountRequestId: z.optional(z.string()),
  /** An account whose creation was asked for, while no answer has come: it may exist. */
  accountAsked: z.optional(z.object({ loginId: z.string(), email: z.string(), requestId: z.string() })),
  /** Epoch milliseconds at which the last e-mail code went out. */
  codeSentAt: z.optional(z.number()),
  /** Typed but not submitted: not to be mistaken for the address that a code was sent to. */
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

/** Cognito does not tell `Taro` from `taro`. */
export const isSameLoginId = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/**
 * For the account that is entered now. A sign-up with another login ID is forgotten: it may be another person's, who left this tab.
 * One that got to no login ID yet may be anybody's: its company is shown again, to be agreed to, and its phone is verified again.
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
