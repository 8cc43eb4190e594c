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

/**
 * Forgets a sign-up that created another account than the one that is entered now: it may be another person's, who left this tab.
 * Cognito does not tell `Taro` from `taro`.
 */
export function forgetForeignSignUp(loginId: string): void {
  const owner = signUpDraft.read()?.userId;
  if (owner !== undefined && owner.toLowerCase() !== loginId.toLowerCase()) signUpDraft.clear();
}
