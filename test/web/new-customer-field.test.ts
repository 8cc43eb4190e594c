import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newProfile, parseProfile, toUserRecord } from "#functions/customer/profile.ts";
import {
  billingContact,
  billingParameters,
  fromBillingParameters,
  toBillingContact,
  toBillingFields,
  toBillingParameters,
} from "#shared/customer/billing-contact.ts";
import {
  billingContactForm,
  companyForm,
  signupRequest,
  updateRequest,
  upgradeRequest,
} from "#shared/customer/customer.ts";
import { agreements, company as known } from "#test/support/company.ts";
import SignUpPage from "#web/features/sign-up/sign-up-page.tsx";
import { readSignUpDraft, signupBody } from "#web/features/sign-up/wizard-draft.ts";
import UpdatePage from "#web/features/update/update-page.tsx";
import { BillingContactStep } from "#web/features/upgrade/billing-contact-step.tsx";
import {
  readUpgradeDraft,
  upgradeBody,
  upgradeDraft,
  withoutSecrets,
} from "#web/features/upgrade/upgrade-draft.ts";
import { VoiceProviderStep } from "#web/features/upgrade/voice-provider-step.tsx";
import { signUpDraft } from "#web/flow/sign-up-draft.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

/** The code for a new field: one row of the table for each of its groups. */
vi.mock(import("#shared/customer/customer-fields.ts"), async (original) => {
  const { optional, required } = await import("#shared/customer/customer-field-rows.ts");
  const { customerFields } = await original();
  const added = {
    newCompany: required({ label: "新しい会社項目", group: "company", record: "NewCompany" }),
    newContact: required({ label: "新しい担当者項目", group: "contact", record: "NewContact" }),
    newKintone: required({ label: "新しいkintone項目", group: "kintone", record: "NewKintone" }),
    newProvider: optional({ label: "新しい音声項目", group: "voiceProvider", record: "NewProvider" }),
    newBilling: optional({ label: "新しい請求先項目", group: "billingContact", record: "NewBilling" }),
    newQuestion: optional({ label: "新しい質問", group: "questionnaire" }),
  };
  return { customerFields: { ...customerFields, ...added } };
});

const company = {
  ...known,
  ...agreements,
  newCompany: "会社の値",
  newContact: "担当者の値",
  newKintone: "kintoneの値",
  newQuestion: "答え",
} as const;
const voiceProvider = {
  applicationId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77",
  apiKey: "abcd1234",
  newProvider: "音声の値",
};
const billing = {
  billingChargeName: "請求 花子",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "bill@example.co.jp",
  newBilling: "請求の値",
};
const secrets = { apiSecret: "Secret1234", privateKey: "" };

const signup = {
  operation: "signup",
  ...company,
  chargePhoneNumber: "090-1234-5678",
  email: "taro@example.co.jp",
  requestId: "request-1",
} as const;
const profile = {
  ...newProfile(signupRequest.parse(signup), {
    customerId: "c-1",
    loginId: "taro",
    email: signup.email,
    createdAt: "2026-01-01T00:00:00.000Z",
  }),
  plan: "standard",
  ...voiceProvider,
  ...billing,
};
const record = toUserRecord(profile);

const show = (Component: ComponentType): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(RouterProvider, { router: createMemoryRouter([{ path: "*", Component }]) }),
    ),
  );

beforeEach(() => {
  session.end();
  tabStorage.write("loginId", "taro");
});

describe("a new field of each group", () => {
  it("is stored and shown in the record", () => {
    expect(parseProfile(profile)).toMatchObject({ newQuestion: "答え", newProvider: "音声の値" });
    expect(record).toMatchObject({
      NewCompany: "会社の値",
      NewContact: "担当者の値",
      NewKintone: "kintoneの値",
      NewProvider: "音声の値",
      NewBilling: "請求の値",
    });
  });

  it("is taken by the requests", () => {
    expect(signupRequest.safeParse(signup).success).toBe(true);
    expect(signupRequest.safeParse({ ...signup, newCompany: "" }).success).toBe(false);
    const upgrade = { operation: "upgrade", ...voiceProvider, ...billing, ...secrets };
    expect(upgradeRequest.parse(upgrade)).toMatchObject({ newProvider: "音声の値", newBilling: "請求の値" });
    const { newQuestion: _, agreedTerms: __, agreedBusinessUse: ___, ...fields } = company;
    const update = { operation: "update", ...fields, ...voiceProvider, ...billing };
    expect(updateRequest.parse(update)).toEqual(update);
  });

  it("is kept by the draft of the sign-up, and sent", () => {
    signUpDraft.write({ step: 0, company: { ...company } });
    expect(readSignUpDraft().company).toEqual(company);
    expect(companyForm.parse(company)).toMatchObject({ newContact: "担当者の値" });
    const verified = { requestId: "request-1", phoneVerified: true, chargePhoneNumber: "090-1234-5678" };
    expect(signupBody({ ...readSignUpDraft(), ...verified }, signup.email)).toMatchObject({
      newCompany: "会社の値",
      newContact: "担当者の値",
      newKintone: "kintoneの値",
      newQuestion: "答え",
    });
  });

  it("is kept by the draft of the upgrade, and sent", () => {
    upgradeDraft.write({
      ...readUpgradeDraft(record),
      voiceProvider: withoutSecrets({ ...voiceProvider, file: "customer.key" }),
      billingContact: billing,
    });
    const draft = readUpgradeDraft(record);
    expect(draft.voiceProvider).toMatchObject(voiceProvider);
    expect(draft.billingContact).toEqual(billing);
    expect(upgradeBody(draft, billing, { ...secrets })).toMatchObject({ ...voiceProvider, ...billing });
  });

  it("is what the upgrade begins with", () => {
    expect(readUpgradeDraft(record).voiceProvider).toMatchObject({ newProvider: "音声の値" });
    expect(readUpgradeDraft(record).billingContact).toMatchObject({ newBilling: "請求の値" });
  });

  it("reaches the payment calls and comes back from the contract", () => {
    expect(Object.keys(billingParameters)).toContain("new_billing");
    const parameters = toBillingParameters(billing);
    expect(parameters).toMatchObject({ billing_email: "bill@example.co.jp", new_billing: "請求の値" });
    const contact = billingContact.parse(fromBillingParameters(parameters));
    expect(contact).toMatchObject({ email: "bill@example.co.jp", newBilling: "請求の値" });
    expect(contact).toEqual(toBillingContact(billing));
    expect(toBillingFields(contact)).toEqual(billing);
  });

  it("is asked for by the screens", () => {
    queryClient.setQueryData(["profile", "taro"], record, { updatedAt: Date.now() + 60_000 });
    const update = show(UpdatePage);
    for (const [name, value] of Object.entries(record)) {
      if (name.startsWith("New")) expect(update).toContain(`value="${value}"`);
    }
    const store = { draft: readUpgradeDraft(record), save: () => {}, saveWithoutRender: () => {} };
    const moves = { next: () => {}, back: () => {} };
    const props = { profile: record, store, moves, secrets: undefined, onRefused: () => {} };
    expect(show(() => createElement(VoiceProviderStep, { ...props, onSecrets: () => {} }))).toContain(
      'value="音声の値"',
    );
    expect(show(() => createElement(BillingContactStep, props))).toContain('value="請求の値"');
    const signUp = show(SignUpPage);
    for (const name of ["newCompany", "newContact", "newKintone", "newQuestion"])
      expect(signUp).toContain(`name="${name}"`);
  });

  it("is sent by the update, and its draft keeps it", async () => {
    const { changedValues, readUpdateDraft, typedIn, writeUpdateDraft, storedValues } = await import(
      "#web/features/update/update-draft.ts"
    );
    const stored = storedValues(record).billing;
    const edited = { ...stored, newBilling: "別の値" };
    const billing = typedIn(edited, stored, billingContactForm.shape);
    writeUpdateDraft({ ...readUpdateDraft(record), billing });
    expect(readUpdateDraft(record).billing).toEqual({ newBilling: "別の値" });
    expect(changedValues(edited, stored)).toEqual({ newBilling: "別の値" });
  });
});
