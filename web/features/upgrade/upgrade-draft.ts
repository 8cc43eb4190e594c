/** The upgrade draft (`upgradeInfo`) and everything that may happen to it, free of screens. */
import * as z from "zod/mini";
import type { UpgradeRequest, UserRecord } from "#shared/customer/customer.ts";
import { formValues, namesIn, storedIn } from "#shared/customer/customer-field-views.ts";
import { paymentTypes } from "#shared/enums.ts";
import { storedInvoiceFields } from "#shared/invoice-fields.ts";
import { secretMask } from "#shared/limits.ts";
import { type Purchased, storePurchase } from "#web/components/payment/pay.ts";
import { type DraftStore, defineOwnDraft } from "#web/flow/draft.ts";
import type { StepMoves } from "#web/flow/wizard.tsx";
import { customerChanged } from "#web/lib/queries/customer.ts";

const voiceProviderShape = z.object({ ...storedIn("voiceProvider"), file: z._default(z.string(), "") });
const billingContactShape = z.object(storedIn("billingContact"));

/** Looks at the shape only: the forms' own schemas check what the fields say. Never holds the API secret or the key. */
const draftShape = z.object({
  step: z.literal([0, 1, 2]),
  /** Step 0, as typed; `file` is the key file's name. */
  voiceProvider: voiceProviderShape,
  /** Step 1, as typed. */
  billingContact: billingContactShape,
  /** Step 2, as typed; missing before it was unfolded. */
  invoiceFields: z.optional(storedInvoiceFields),
  /** The chosen way to pay; a card unless it was chosen. */
  way: z.optional(z.enum(paymentTypes)),
  /** The values of step 0 when its key passed the check. */
  checked: z.optional(z.string()),
  /** The values of steps 0 and 1 that the server has. */
  registered: z.optional(z.string()),
});
export type Draft = z.output<typeof draftShape>;
export const upgradeDraft = defineOwnDraft("upgradeInfo", draftShape);
export type Step = Draft["step"];
type VoiceProvider = Draft["voiceProvider"];
type TypedVoiceProvider = z.input<typeof voiceProviderShape>;
type BillingContact = Draft["billingContact"];

/** The props of every step of the wizard. */
export interface StepProps {
  customer: UserRecord;
  store: DraftStore<Draft>;
  moves: StepMoves;
  credentials: Credentials | undefined;
  /** The server refused because of what the customer is by now: look again. */
  onRefused: () => void;
}

/** Of step 0, but in memory only: a reload or leaving the wizard forgets it. */
export interface Credentials {
  apiSecret: string;
  fileName: string;
  /** Base64. */
  privateKey: string;
}

/** This customer's draft; without one, what the record has from an earlier attempt. */
export const readDraft = (customer: UserRecord): Draft =>
  upgradeDraft.read() ?? {
    step: 0,
    voiceProvider: { ...formValues(customer, "voiceProvider"), file: "" },
    billingContact: formValues(customer, "billingContact"),
  };

/** Drops all other values of the form: the API secret must not reach the draft. */
export const voiceProviderOf = (values: TypedVoiceProvider): VoiceProvider =>
  voiceProviderShape.parse(values);

/** The file's name is no part of it: the server does not know it. */
const checkedPrint = ({ voiceProvider }: Draft): string =>
  JSON.stringify(namesIn("voiceProvider").map((name) => voiceProvider[name]));
const registeredPrint = (draft: Draft): string =>
  JSON.stringify([
    checkedPrint(draft),
    ...namesIn("billingContact").map((name) => draft.billingContact[name]),
  ]);

/** Step 0 was submitted and its key passed the check; what the server has is out of date. */
export function withChecked({ registered: _, ...draft }: Draft, values: TypedVoiceProvider): Draft {
  const checked = { ...draft, voiceProvider: voiceProviderOf(values) };
  return { ...checked, checked: checkedPrint(checked) };
}

/** The server has all that steps 0 and 1 say. */
export const withRegistered = (draft: Draft, billingContact: BillingContact): Draft => {
  const registered = { ...draft, billingContact };
  return { ...registered, registered: registeredPrint(registered) };
};

/** After a reload the server has them already: the mask and the empty key leave them as they are. */
const stored: Omit<Credentials, "fileName"> = { apiSecret: secretMask, privateKey: "" };

/** `POST /api/user`, operation upgrade. */
export function upgradeBody(
  { voiceProvider: { file: _, ...fields } }: Draft,
  billingContact: BillingContact,
  { apiSecret, privateKey }: Omit<Credentials, "fileName"> = stored,
): UpgradeRequest {
  return { operation: "upgrade", ...fields, apiSecret, privateKey, ...billingContact };
}

export const isRegistered = (draft: Draft): boolean => draft.registered === registeredPrint(draft);

/**
 * Returns the step that can be shown for a request of `wanted`. Typed but unsubmitted values block the steps
 * after it; without credentials step 1 needs those that the server has.
 */
export function reachableStep(wanted: Step, draft: Draft, hasCredentials: boolean): Step {
  if (wanted === 2 && isRegistered(draft)) return 2;
  const canBill = draft.checked === checkedPrint(draft) && (hasCredentials || draft.registered !== undefined);
  return wanted > 0 && canBill ? 1 : 0;
}

/** Stores that the customer is upgraded. */
export function completeUpgrade(purchased: Purchased): void {
  storePurchase(purchased);
  void customerChanged();
}
