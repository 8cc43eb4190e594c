/** The sign-up draft (`userDetailInfo`) and its changes. Independent of screens. */

import { companyForm, type SignupRequest } from "#shared/customer/customer.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import type { DraftStore } from "#web/flow/draft.ts";
import { isSameLoginId, type SignUpDraft, signUpDraft } from "#web/flow/sign-up-draft.ts";
import type { StepMoves } from "#web/flow/wizard.tsx";
import type { SentSms } from "#web/lib/phone/sms-code.ts";

/** The props of every step of the wizard. */
export interface SignUpStepProps {
  store: DraftStore<SignUpDraft>;
  moves: StepMoves;
}

export type SignUpStep = SignUpDraft["step"];
export type CompanyDraft = SignUpDraft["company"];
type Typed = NonNullable<SignUpDraft["typed"]>;

export const readSignUpDraft = (): SignUpDraft => signUpDraft.read() ?? { step: 0, company: {} };

/** Returns the values of the phone and account fields: the typed values, or the submitted ones. */
export const typedOf = ({ typed, chargePhoneNumber, userId, email }: SignUpDraft) => ({
  chargePhoneNumber: typed?.chargePhoneNumber || (chargePhoneNumber ?? ""),
  loginId: typed?.loginId || (userId ?? ""),
  email: typed?.email || (email ?? ""),
});

export const withTypedFields = (draft: SignUpDraft, typed: Typed): SignUpDraft => ({
  ...draft,
  typed: { ...draft.typed, ...typed },
});

const hasCompany = (draft: SignUpDraft): boolean => companyForm.safeParse(draft.company).success;

/** Returns the step to show if `wanted` is requested. */
export function reachableSignUpStep(wanted: SignUpStep, draft: SignUpDraft): SignUpStep {
  if (wanted === 4) return draft.accountCreated && draft.userId ? 4 : reachableSignUpStep(3, draft);
  if (wanted === 3) return draft.phoneVerified || draft.accountCreated ? 3 : reachableSignUpStep(2, draft);
  if (wanted === 2) return draft.requestId ? 2 : reachableSignUpStep(1, draft);
  if (wanted === 1) return hasCompany(draft) || draft.accountCreated ? 1 : 0;
  return 0;
}

/** Returns the step to show for a confirmed account, which skips steps 4 and 5. */
export const reachableConfirmedStep = (wanted: SignUpStep, draft: SignUpDraft): SignUpStep =>
  reachableSignUpStep(wanted > 2 ? 2 : wanted, { ...draft, accountCreated: false });

export function withSentSms(
  draft: SignUpDraft,
  chargePhoneNumber: string,
  { requestId, sentAt }: Pick<SentSms, "requestId" | "sentAt">,
): SignUpDraft {
  const { typed: _, smsExpired: __, ...submitted } = draft;
  return { ...submitted, chargePhoneNumber, requestId, smsSentAt: sentAt, phoneVerified: false };
}

/** Removes the verification, which the API does not accept: the number must be verified again. */
export function withoutVerification({ requestId: _, smsSentAt: __, ...draft }: SignUpDraft): SignUpDraft {
  return { ...draft, phoneVerified: false };
}

/** Marks the code as expired. `smsSentAt` stays, for the wait until another code. */
export const withExpiredSms = (draft: SignUpDraft): SignUpDraft => ({ ...draft, smsExpired: true });

/** Returns whether the number needs no new code: it is verified, or a code was sent within the API's wait. */
export function hasUsableSms(draft: SignUpDraft, chargePhoneNumber: string, now: number): boolean {
  if (!draft.requestId || draft.chargePhoneNumber !== chargePhoneNumber) return false;
  if (draft.phoneVerified) return true;
  return !draft.smsExpired && now - (draft.smsSentAt ?? 0) < limits.sendAgainSeconds * 1000;
}

/** Returns whether this account was created: then its code is sent again. */
export const isCreatedAccount = (draft: SignUpDraft, account: { loginId: string; email: string }): boolean =>
  draft.accountCreated === true &&
  isSameLoginId(draft.userId, account.loginId) &&
  draft.email === account.email;

/**
 * Returns whether the account was not confirmed in time: it is deleted, or will be soon. Cognito does not
 * report that for a code or a resend.
 */
export const hasLapsed = ({ accountCreated, codeSentAt }: SignUpDraft, now: number): boolean =>
  accountCreated === true && codeSentAt !== undefined && now - codeSentAt > limits.unconfirmedHours * hourMs;

/** An account that was created, with the phone verification that proves its owner. */
export interface CreatedAccount {
  loginId: string;
  email: string;
  requestId: string;
}

export function createdAccount({
  accountCreated,
  userId: loginId,
  email,
  accountRequestId: requestId,
}: SignUpDraft): CreatedAccount | undefined {
  if (!accountCreated || loginId === undefined || email === undefined || requestId === undefined)
    return undefined;
  return { loginId, email, requestId };
}

export const withRequestedAccount = (draft: SignUpDraft, requestedAccount: CreatedAccount): SignUpDraft => ({
  ...draft,
  requestedAccount,
});

/** Removes the attempt after its response. */
export function withoutRequestedAccount({ requestedAccount: _, ...draft }: SignUpDraft): SignUpDraft {
  return draft;
}

/** Stores a created account. `isNew`: false if its code was only sent again. */
export function withAccount(
  draft: SignUpDraft,
  account: { loginId: string; email: string },
  now: number,
  isNew: boolean,
): SignUpDraft {
  const { typed: _, ...submitted } = withoutRequestedAccount(draft);
  return {
    ...submitted,
    // An existing account keeps the verification that it was created with, even if another number was
    // verified since.
    ...(isNew && { accountRequestId: draft.requestId }),
    userId: account.loginId,
    email: account.email,
    accountCreated: true,
    codeSentAt: now,
  };
}

/** Returns the body of `POST /api/user`, operation signup; `undefined` while the draft is incomplete. */
export function signupBody(draft: SignUpDraft, email: string): SignupRequest | undefined {
  const company = companyForm.safeParse(draft.company);
  const { chargePhoneNumber, requestId, phoneVerified } = draft;
  if (!company.success || !chargePhoneNumber || !requestId || !phoneVerified) return undefined;
  return { operation: "signup", ...company.data, chargePhoneNumber, email, requestId };
}

export const isComplete = (draft: SignUpDraft): boolean => signupBody(draft, "") !== undefined;
