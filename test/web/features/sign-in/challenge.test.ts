import type { SignInOutput } from "aws-amplify/auth";
import { describe, expect, it } from "vitest";
import { challengeOf, choiceOf, readChallenge, setUpSecret } from "#web/lib/identity/challenges/challenge.ts";

type NextStep = SignInOutput["nextStep"];
const toApp = {
  sharedSecret: "JBSWY3DPEHPK3PXP",
  getSetupUri: () => new URL("otpauth://totp/x"),
};
const steps: readonly (readonly [NextStep, object])[] = [
  [
    { signInStep: "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED", missingAttributes: [] },
    { kind: "new-password", needsEmail: false },
  ],
  [
    { signInStep: "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED", missingAttributes: ["email"] },
    { kind: "new-password", needsEmail: true },
  ],
  [
    { signInStep: "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED", missingAttributes: ["birthdate"] },
    { kind: "unsupported" },
  ],
  [
    {
      signInStep: "CONFIRM_SIGN_IN_WITH_SMS_CODE",
      codeDeliveryDetails: { deliveryMedium: "SMS", destination: "+********5678" },
    },
    { kind: "sent-code", by: "sms", destination: "+********5678" },
  ],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_EMAIL_CODE" }, { kind: "sent-code", by: "email" }],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_TOTP_CODE" }, { kind: "app-code" }],
  [
    { signInStep: "CONTINUE_SIGN_IN_WITH_MFA_SELECTION", allowedMFATypes: ["SMS", "TOTP"] },
    { kind: "choice", methods: ["sms", "app"] },
  ],
  [{ signInStep: "CONTINUE_SIGN_IN_WITH_TOTP_SETUP", totpSetupDetails: toApp }, { kind: "app-set-up" }],
  [
    {
      signInStep: "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE",
      additionalInfo: { question: "会員番号は？", USERNAME: "taro" },
    },
    { kind: "question", text: "会員番号は？" },
  ],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE" }, { kind: "question" }],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_PASSWORD" }, { kind: "unsupported" }],
];

it.each(steps)("Amplify's %o is %o, and history gives it back", (step, expected) => {
  const challenge = challengeOf(step);
  expect(challenge).toEqual(expected);
  expect(readChallenge(structuredClone(challenge))).toEqual(expected);
});

it("keeps the secret of an authenticator app out of history", () => {
  const challenge = challengeOf({
    signInStep: "CONTINUE_SIGN_IN_WITH_TOTP_SETUP",
    totpSetupDetails: toApp,
  });
  expect(JSON.stringify(challenge)).not.toContain(toApp.sharedSecret);
  expect(setUpSecret()).toBe(toApp.sharedSecret);
});

describe("foreign data in the history entry", () => {
  it.each([
    undefined,
    null,
    "app-code",
    {},
    { kind: "constructor" },
    { kind: "choice", methods: ["carrier pigeon"] },
    { kind: "new-password" },
  ])("%o is no challenge", (value) => {
    expect(readChallenge(value)).toBeUndefined();
  });
});

it("names a choice as Amplify does", () => {
  expect([choiceOf("sms"), choiceOf("app"), choiceOf("email")]).toEqual(["SMS", "TOTP", "EMAIL"]);
});
