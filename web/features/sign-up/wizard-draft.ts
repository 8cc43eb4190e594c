/** The sign-up draft (`userDetailInfo`) and everything that may happen to it, free of screens. */

import { companyForm, type SignupRequest } from "#shared/customer/customer.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import type { DraftStore } from "#web/flow/draft.ts";
import { isSameLoginId, type SignUpDraft, signUpDraft } from "#web/flow/sign-up-draft.ts";
import type { StepMoves } from "#web/flow/wizard.tsx";
import type { SentSms } from "#web/lib/phone/sms-code.ts";

/** The props of every step of the wizard. */
export interface StepProps {
  store: DraftStore<SignUpDraft>;
  moves: StepMoves;
}

export type Draft = SignUpDraft;
export type Step = Draft["step"];
export type CompanyDraft = Draft["company"];
type Typed = NonNullable<Draft["typed"]>;

export const readDraft = (): Draft => signUpDraft.read() ?? { step: 0, company: {} };

/** The values of the phone and account fields: as typed, otherwise as submitted. */
export const typedOf = ({ typed, chargePhoneNumber, userId, email }: Draft) => ({
  chargePhoneNumber: typed?.chargePhoneNumber || (chargePhoneNumber ?? ""),
  loginId: typed?.loginId || (userId ?? ""),
  email: typed?.email || (email ?? ""),
});

export const withTyped = (draft: Draft, typed: Typed): Draft => ({
  ...draft,
  typed: { ...draft.typed, ...typed },
});

const hasCompany = (draft: Draft): boolean => companyForm.safeParse(draft.company).success;

/** The step that can really be shown when `wanted` is asked for. */
export function reachableStep(wanted: Step, draft: Draft): Step {
  if (wanted === 4) return draft.accountCreated && draft.userId ? 4 : reachableStep(3, draft);
  if (wanted === 3) return draft.phoneVerified || draft.accountCreated ? 3 : reachableStep(2, draft);
  if (wanted === 2) return draft.requestId ? 2 : reachableStep(1, draft);
  if (wanted === 1) return hasCompany(draft) || draft.accountCreated ? 1 : 0;
  return 0;
}

/** The same for someone whose account is confirmed: steps 4 and 5 are behind them. */
export const reachableConfirmedStep = (wanted: Step, draft: Draft): Step =>
  reachableStep(wanted > 2 ? 2 : wanted, { ...draft, accountCreated: false });

export function withSentSms(
  draft: Draft,
  chargePhoneNumber: string,
  { requestId, sentAt }: Pick<SentSms, "requestId" | "sentAt">,
): Draft {
  const { typed: _, smsExpired: __, ...submitted } = draft;
  return { ...submitted, chargePhoneNumber, requestId, smsSentAt: sentAt, phoneVerified: false };
}

/** The server does not accept the verification (any more): the number has to be verified again. */
export function withoutVerification({ requestId: _, smsSentAt: __, ...draft }: Draft): Draft {
  return { ...draft, phoneVerified: false };
}

/** The code is of no use any more. When it was sent stays known: until another may be sent. */
export const withExpiredSms = (draft: Draft): Draft => ({ ...draft, smsExpired: true });

/** This number needs no new code now: it is verified, or one went out within the wait that the server asks for. */
export function hasUsableSms(draft: Draft, chargePhoneNumber: string, now: number): boolean {
  if (!draft.requestId || draft.chargePhoneNumber !== chargePhoneNumber) return false;
  if (draft.phoneVerified) return true;
  return !draft.smsExpired && now - (draft.smsSentAt ?? 0) < limits.sendAgainSeconds * 1000;
}

/** This very account was created before, so its code is sent again instead. */
export const isCreatedAccount = (draft: Draft, account: { loginId: string; email: string }): boolean =>
  draft.accountCreated === true &&
  isSameLoginId(draft.userId, account.loginId) &&
  draft.email === account.email;

/** The last code was not entered in time: the account is deleted by now, or soon. Cognito says of neither code nor resend that it is gone. */
export const hasLapsed = ({ accountCreated, codeSentAt }: Draft, now: number): boolean =>
  accountCreated === true && codeSentAt !== undefined && now - codeSentAt > limits.unconfirmedHours * hourMs;

/** An account that was created before, and what proves whose it is. */
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
}: Draft): CreatedAccount | undefined {
  if (!accountCreated || loginId === undefined || email === undefined || requestId === undefined)
    return undefined;
  return { loginId, email, requestId };
}

export const withAsked = (draft: Draft, accountAsked: CreatedAccount): Draft => ({ ...draft, accountAsked });

/** The answer has come. */
export function withoutAsked({ accountAsked: _, ...draft }: Draft): Draft {
  return draft;
}

/** `isNew`: created now, and not sent another code. */
export function withAccount(
  draft: Draft,
  account: { loginId: string; email: string },
  now: number,
  isNew: boolean,
): Draft {
  const { typed: _, ...submitted } = withoutAsked(draft);
  return {
    ...submitted,
    // Another number may have been verified since: the account keeps the verification that Cognito has.
    ...(isNew && { accountRequestId: draft.requestId }),
    userId: account.loginId,
    email: account.email,
    accountCreated: true,
    codeSentAt: now,
  };
}

/** `POST /api/user`, operation signup; `undefined` while something is still missing. */
export function signupBody(draft: Draft, email: string): SignupRequest | undefined {
  const company = companyForm.safeParse(draft.company);
  const { chargePhoneNumber, requestId, phoneVerified } = draft;
  if (!company.success || !chargePhoneNumber || !requestId || !phoneVerified) return undefined;
  return { operation: "signup", ...company.data, chargePhoneNumber, email, requestId };
}

export const isComplete = (draft: Draft): boolean => signupBody(draft, "") !== undefined;
