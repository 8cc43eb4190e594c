import { beforeEach, describe, expect, it } from "vitest";
import { signupRequest } from "#shared/customer/customer.ts";
import { agreements, company as required } from "#test/support/company.ts";
import fc from "#test/support/property.ts";
import {
  createdAccount,
  hasLapsed,
  hasUsableSms,
  isComplete,
  isCreatedAccount,
  reachableConfirmedStep,
  reachableSignUpStep,
  readSignUpDraft,
  type SignUpStep,
  signupBody,
  typedOf,
  withAccount,
  withExpiredSms,
  withoutVerification,
  withSentSms,
  withTypedFields,
} from "#web/features/sign-up/wizard-draft.ts";
import type { SignUpDraft } from "#web/flow/sign-up-draft.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const company: SignUpDraft["company"] = {
  ...required,
  ...agreements,
  department: "",
  usage: [],
  optInServiceInfo: true,
  optInEvents: false,
};
const account = { loginId: "taro", email: "taro@example.co.jp" };
const now = 1_800_000_000_000;

const empty: SignUpDraft = { step: 0, company: {} };
const registered: SignUpDraft = { step: 1, company };
const sent = withSentSms(registered, "090-1234-5678", { requestId: "request-1", sentAt: now });
const verified: SignUpDraft = { ...sent, phoneVerified: true };
const created = withAccount(verified, account, now, true);

const steps: readonly SignUpStep[] = [0, 1, 2, 3, 4];
const drafts = fc.record({
  step: fc.constantFrom(...steps),
  company: fc.constantFrom(company, {}, { ...company, city: "" }),
  requestId: fc.option(fc.constant("request-1"), { nil: undefined }),
  phoneVerified: fc.boolean(),
  userId: fc.option(fc.constant("taro"), { nil: undefined }),
  accountCreated: fc.boolean(),
});
const withoutUndefined = (draft: object): SignUpDraft => ({ ...empty, ...JSON.parse(JSON.stringify(draft)) });

describe("reachableSignUpStep", () => {
  it.each([
    ["nothing", empty, 0],
    ["the company", registered, 1],
    ["a code on its way", sent, 2],
    ["a verified phone", verified, 3],
    ["an unconfirmed account", created, 4],
  ] as const)("goes as far as %s allows", (_, draft, furthest) => {
    expect(steps.map((step) => reachableSignUpStep(step, draft))).toEqual(
      steps.map((step) => Math.min(step, furthest)),
    );
  });

  it("opens the e-mail code for an account that /signin found unconfirmed", () => {
    expect(reachableSignUpStep(4, { ...empty, userId: "taro", accountCreated: true })).toBe(4);
  });

  it("never shows a code step without its code's owner, nor a later step", () => {
    fc.assert(
      fc.property(fc.constantFrom(...steps), drafts, (wanted, raw) => {
        const draft = withoutUndefined(raw);
        const step = reachableSignUpStep(wanted, draft);
        expect(step).toBeLessThanOrEqual(wanted);
        if (step === 2) expect(draft.requestId).toBeDefined();
        if (step === 4) expect(draft.userId).toBeDefined();
        expect(reachableSignUpStep(step, draft)).toBe(step);
        expect(reachableConfirmedStep(wanted, draft)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("leaves a confirmed account only the steps about company and phone", () => {
    const unfinished: SignUpDraft = { step: 4, company: {}, userId: "taro", accountCreated: true };
    expect(reachableConfirmedStep(4, unfinished)).toBe(0);
    expect(reachableConfirmedStep(4, { ...unfinished, company })).toBe(1);
    expect(reachableConfirmedStep(4, { ...created, phoneVerified: false })).toBe(2);
  });
});

describe("the SMS", () => {
  it("is not sent twice to one number within a minute, nor to a verified one", () => {
    expect(hasUsableSms(sent, "090-1234-5678", now + 59_000)).toBe(true);
    expect(hasUsableSms(sent, "090-1234-5678", now + 60_000)).toBe(false);
    expect(hasUsableSms(sent, "080-1234-5678", now)).toBe(false);
    expect(hasUsableSms(verified, "090-1234-5678", now + 3_600_000)).toBe(true);
  });

  it("is sent again once the code has expired or the server refused the verification", () => {
    expect(hasUsableSms(withExpiredSms(sent), "090-1234-5678", now)).toBe(false);
    expect(reachableSignUpStep(2, withExpiredSms(sent))).toBe(2);
    expect(hasUsableSms(withoutVerification(verified), "090-1234-5678", now)).toBe(false);
    expect(reachableSignUpStep(2, withoutVerification(verified))).toBe(1);
  });

  it("has to be verified again for another number", () => {
    expect(withSentSms(verified, "080-1234-5678", { requestId: "request-2", sentAt: now })).toMatchObject({
      requestId: "request-2",
      phoneVerified: false,
    });
  });
});

describe("typed values", () => {
  it("comes back, but does not pass for what a code was sent to", () => {
    const draft = withTypedFields(verified, { chargePhoneNumber: "080-1" });
    expect(typedOf(draft).chargePhoneNumber).toBe("080-1");
    expect(signupBody(draft, account.email)).toMatchObject({ chargePhoneNumber: "090-1234-5678" });
  });

  it("is what was submitted when nothing else was typed since", () => {
    expect(typedOf(created)).toEqual({ chargePhoneNumber: "090-1234-5678", ...account });
  });
});

describe("readSignUpDraft", () => {
  beforeEach(() => session.end());

  it("starts at the first step, and resumes what was stored", () => {
    expect(readSignUpDraft()).toEqual(empty);
    tabStorage.write("userDetailInfo", withTypedFields(created, { email: "t" }));
    expect(readSignUpDraft()).toMatchObject({ step: 1, userId: "taro", typed: { email: "t" } });
  });
});

describe("signupBody", () => {
  it("is the draft without login ID, with the verified address", () => {
    const body = signupBody(created, "verified@example.co.jp");
    expect(signupRequest.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      operation: "signup",
      email: "verified@example.co.jp",
      requestId: "request-1",
    });
    expect(body).not.toHaveProperty("userId");
  });

  it("waits for company and phone", () => {
    expect([empty, registered, sent, { ...verified, company: {} }].some(isComplete)).toBe(false);
    expect(isComplete(verified)).toBe(true);
  });
});

describe("createdAccount", () => {
  it("proves an account with the verification that it was created with", () => {
    const sentAgain = withSentSms(created, "080-1234-5678", { requestId: "request-2", sentAt: now });
    const codeAgain = withAccount({ ...sentAgain, phoneVerified: true }, account, now, false);
    expect(createdAccount(codeAgain)).toEqual({ ...account, requestId: "request-1" });
    const createdAgain = withAccount({ ...sentAgain, phoneVerified: true }, account, now, true);
    expect(createdAccount(createdAgain)).toEqual({ ...account, requestId: "request-2" });
  });
});

describe("hasLapsed", () => {
  const later = now + 25 * 3_600_000;

  it("begins a day after the last code, not after the creation", () => {
    expect(hasLapsed(created, later)).toBe(true);
    expect(hasLapsed({ ...created, codeSentAt: now + 23 * 3_600_000 }, later)).toBe(false);
    expect(hasLapsed(verified, later)).toBe(false);
  });
});

describe("isCreatedAccount", () => {
  it("means this login ID and this address", () => {
    expect(isCreatedAccount(created, account)).toBe(true);
    expect(isCreatedAccount(created, { ...account, loginId: "Taro" })).toBe(true);
    expect(isCreatedAccount(created, { ...account, email: "other@example.co.jp" })).toBe(false);
    expect(isCreatedAccount(verified, account)).toBe(false);
  });
});
