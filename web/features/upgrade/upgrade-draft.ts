/** The upgrade draft (`upgradeInfo`) and its changes. Independent of screens. */
import * as z from "zod/mini";
import type { UpgradeRequest, UserRecord } from "#shared/customer/customer.ts";
import { formValues, namesIn, storedIn } from "#shared/customer/customer-field-views.ts";
import { paymentTypes } from "#shared/enums.ts";
import { storedInvoiceFields } from "#shared/invoice-fields.ts";
import { secretMask } from "#shared/limits.ts";
import { type Purchased, storePurchase } from "#web/components/payment/pay.ts";
import { type DraftStore, defineOwnDraft } from "#web/flow/draft.ts";
import type { StepMoves } from "#web/flow/wizard.tsx";
import { profileChanged } from "#web/lib/queries/profile.ts";

const voiceProviderShape = z.object({ ...storedIn("voiceProvider"), file: z._default(z.string(), "") });
const billingContactShape = z.object(storedIn("billingContact"));

/** Validates types only; the forms' rules validate values. It contains neither the API secret nor the key. */
const draftShape = z.object({
  step: z.literal([0, 1, 2]),
  /** The values of step 0, as typed. `file`: the key file's name. */
  voiceProvider: voiceProviderShape,
  /** The values of step 1, as typed. */
  billingContact: billingContactShape,
  /** The values of step 2, as typed. Absent until the disclosure was opened. */
  invoiceFields: z.optional(storedInvoiceFields),
  /** The chosen payment type. Absent: card. */
  paymentType: z.optional(z.enum(paymentTypes)),
  /** The values of step 0 that passed the check. */
  checked: z.optional(z.string()),
  /** The values of steps 0 and 1 that the API has stored. */
  registered: z.optional(z.string()),
});
export type UpgradeDraft = z.output<typeof draftShape>;
export const upgradeDraft = defineOwnDraft("upgradeInfo", draftShape);
type UpgradeStep = UpgradeDraft["step"];
type VoiceProvider = UpgradeDraft["voiceProvider"];
type TypedVoiceProvider = z.input<typeof voiceProviderShape>;
type BillingContact = UpgradeDraft["billingContact"];

/** The props of every step of the wizard. */
export interface UpgradeStepProps {
  profile: UserRecord;
  store: DraftStore<UpgradeDraft>;
  moves: StepMoves;
  secrets: VoiceProviderSecrets | undefined;
  /** Called if the API refuses because of the customer's current state: reload the profile. */
  onRefused: () => void;
}

/** The secrets of step 0, in memory only: a reload or leaving the wizard loses them. */
export interface VoiceProviderSecrets {
  apiSecret: string;
  fileName: string;
  /** Base64. */
  privateKey: string;
}

/** Returns the signed-in customer's draft, or the profile's values of an earlier attempt. */
export const readUpgradeDraft = (profile: UserRecord): UpgradeDraft =>
  upgradeDraft.read() ?? {
    step: 0,
    voiceProvider: { ...formValues(profile, "voiceProvider"), file: "" },
    billingContact: formValues(profile, "billingContact"),
  };

/** Removes all other values of the form, because the API secret must not be stored. */
export const withoutSecrets = (values: TypedVoiceProvider): VoiceProvider => voiceProviderShape.parse(values);

/** Without the file's name, which the API does not know. */
const checkedPrint = ({ voiceProvider }: UpgradeDraft): string =>
  JSON.stringify(namesIn("voiceProvider").map((name) => voiceProvider[name]));
const registeredPrint = (draft: UpgradeDraft): string =>
  JSON.stringify([
    checkedPrint(draft),
    ...namesIn("billingContact").map((name) => draft.billingContact[name]),
  ]);

/** Stores the values of step 0 after the check of the key. The API's stored values are outdated then. */
export function withChecked(
  { registered: _, ...draft }: UpgradeDraft,
  values: TypedVoiceProvider,
): UpgradeDraft {
  const checked = { ...draft, voiceProvider: withoutSecrets(values) };
  return { ...checked, checked: checkedPrint(checked) };
}

/** Marks the values of steps 0 and 1 as stored by the API. */
export const withRegistered = (draft: UpgradeDraft, billingContact: BillingContact): UpgradeDraft => {
  const registered = { ...draft, billingContact };
  return { ...registered, registered: registeredPrint(registered) };
};

/** The secrets after a reload: the API keeps its stored values for the mask and the empty key. */
const stored: Omit<VoiceProviderSecrets, "fileName"> = { apiSecret: secretMask, privateKey: "" };

/** Returns the body of `POST /api/user`, operation upgrade. */
export function upgradeBody(
  { voiceProvider: { file: _, ...fields } }: UpgradeDraft,
  billingContact: BillingContact,
  { apiSecret, privateKey }: Omit<VoiceProviderSecrets, "fileName"> = stored,
): UpgradeRequest {
  return { operation: "upgrade", ...fields, apiSecret, privateKey, ...billingContact };
}

export const isRegistered = (draft: UpgradeDraft): boolean => draft.registered === registeredPrint(draft);

/**
 * Returns the step to show if `wanted` is requested. Typed and unsubmitted values block the later steps.
 * Without secrets, step 1 needs values that the API has stored.
 */
export function reachableUpgradeStep(
  wanted: UpgradeStep,
  draft: UpgradeDraft,
  hasSecrets: boolean,
): UpgradeStep {
  if (wanted === 2 && isRegistered(draft)) return 2;
  const canBill = draft.checked === checkedPrint(draft) && (hasSecrets || draft.registered !== undefined);
  return wanted > 0 && canBill ? 1 : 0;
}

/** Stores the result of the purchase. */
export function completeUpgrade(purchased: Purchased): void {
  storePurchase(purchased);
  void profileChanged();
}
