/** The upgrade draft (`upgradeInfo`) and everything that may happen to it, free of screens. */
import * as z from "zod/mini";
import type { UserRecord } from "#shared/customer/customer.ts";
import { createDraft } from "#web/lib/drafts/draft.ts";

/** Looks at the shape only: the forms' own schemas check what the fields say. Never holds the API secret or the key. */
const draftShape = z.object({
  customerId: z.string(),
  step: z.literal([0, 1, 2]),
  /** Step 0, as typed; `file` is the key file's name. */
  voiceProvider: z.object({
    applicationId: z.string(),
    apiKey: z.string(),
    webhookUrl: z.string(),
    file: z.string(),
  }),
  /** Step 1, as typed. */
  billingContact: z.object({
    billingChargeName: z.string(),
    billingPhoneNumber: z.string(),
    billingEmail: z.string(),
  }),
  /** What step 0 was when its key passed the check. */
  checked: z.optional(z.string()),
  /** What steps 0 and 1 are on the server. */
  registered: z.optional(z.string()),
});
export type Draft = z.output<typeof draftShape>;
export const upgradeDraft = createDraft("upgradeInfo", draftShape);
export type Step = Draft["step"];
type VoiceProvider = Draft["voiceProvider"];
type TypedVoiceProvider = { [Field in keyof VoiceProvider]?: string | undefined };
type BillingContact = Draft["billingContact"];

/** Of step 0, but in memory only: a reload or leaving the wizard forgets it. */
export interface Credentials {
  apiSecret: string;
  fileName: string;
  /** Base64. */
  privateKey: string;
}

export const isStep = (value: unknown): value is Step => [0, 1, 2].some((step) => step === value);

/** This customer's draft; without one, what the record has from an earlier attempt. */
export function readDraft(customer: UserRecord): Draft {
  const stored = upgradeDraft.read();
  if (stored?.customerId === customer.CustomerId) return stored;
  return {
    customerId: customer.CustomerId,
    step: 0,
    voiceProvider: {
      applicationId: customer.ApplicationId,
      apiKey: customer.ApiKey,
      webhookUrl: customer.IncomingWebhookUrl,
      file: "",
    },
    billingContact: {
      billingChargeName: customer.BillingChargeName,
      billingPhoneNumber: customer.BillingPhoneNumber,
      billingEmail: customer.BillingEmail,
    },
  };
}

/** Names every field: whatever else the form holds, such as the API secret, must not reach the draft. */
export const voiceProviderOf = (values: TypedVoiceProvider): VoiceProvider => ({
  applicationId: values.applicationId ?? "",
  apiKey: values.apiKey ?? "",
  webhookUrl: values.webhookUrl ?? "",
  file: values.file ?? "",
});

export const billingContactOf = (values: BillingContact): BillingContact => ({
  billingChargeName: values.billingChargeName,
  billingPhoneNumber: values.billingPhoneNumber,
  billingEmail: values.billingEmail,
});

/** The file's name is no part of it: the server does not know it. */
const checkedPrint = ({ voiceProvider: { applicationId, apiKey, webhookUrl } }: Draft): string =>
  JSON.stringify([applicationId, apiKey, webhookUrl]);
const registeredPrint = (draft: Draft): string =>
  JSON.stringify([checkedPrint(draft), ...Object.values(billingContactOf(draft.billingContact))]);

/** Step 0 was submitted and its key passed the check; what the server has is out of date. */
export function withChecked({ registered: _, ...draft }: Draft, values: TypedVoiceProvider): Draft {
  const checked = { ...draft, voiceProvider: voiceProviderOf(values) };
  return { ...checked, checked: checkedPrint(checked) };
}

/** The server has all that steps 0 and 1 say. */
export const withRegistered = (draft: Draft, billingContact: BillingContact): Draft => {
  const registered = { ...draft, billingContact: billingContactOf(billingContact) };
  return { ...registered, registered: registeredPrint(registered) };
};

export const isRegistered = (draft: Draft): boolean => draft.registered === registeredPrint(draft);

/**
 * The step that can really be shown when `wanted` is asked for. What was typed but not submitted holds back the steps
 * after it; without credentials step 1 needs those that the server has.
 */
export function reachableStep(wanted: Step, draft: Draft, hasCredentials: boolean): Step {
  if (wanted === 2 && isRegistered(draft)) return 2;
  const canBill = draft.checked === checkedPrint(draft) && (hasCredentials || draft.registered !== undefined);
  return wanted > 0 && canBill ? 1 : 0;
}
