/** The fields of each tab of /update, and their typed but unsaved values, compared with the record. */
import * as z from "zod/mini";
import { type UserRecord, voiceProviderForm } from "#shared/customer/customer.ts";
import { formValues, rulesIn } from "#shared/customer/customer-field-views.ts";
import { fields } from "#shared/fields.ts";
import { labels } from "#shared/labels.ts";
import { requiredMessage } from "#shared/messages.ts";
import { changedNames, defineOwnDraft, type Rules } from "#web/flow/draft.ts";

export const tabNames = ["user", "voice", "billing"] as const;
export type TabName = (typeof tabNames)[number];
export const isTabName = (value: unknown): value is TabName => tabNames.some((name) => name === value);

/** `undefined`: left alone. `null`: to be removed. Text: its replacement, which may not be empty. */
const secret = <Rule extends z.ZodMiniType<string | undefined, string | undefined>>(
  label: string,
  rule: Rule,
) =>
  z.nullish(
    rule.check(z.refine((text: string | undefined) => text !== "", { error: requiredMessage(label) })),
  );

/** Sign-up, step 1, without questionnaire and consents. */
export const userInfoForm = z.object({
  ...rulesIn("company", "contact", "kintone"),
  optInServiceInfo: z.boolean(),
  optInEvents: z.boolean(),
  basicPassword: secret(labels.basicPassword, fields.basicPassword),
});

/** Upgrade, step 0, but secret and key are there already. */
export const voiceProviderUpdateForm = z.extend(voiceProviderForm, {
  apiSecret: secret(labels.apiSecret, fields.apiSecret),
  file: secret(labels.privateKey, fields.privateKeyFileName),
});

export const userInfoOf = (record: UserRecord) => ({
  ...formValues(record, "company", "contact", "kintone"),
  optInServiceInfo: record.OptInServiceInfo,
  optInEvents: record.OptInEvents,
});
export const voiceProviderOf = (record: UserRecord) => formValues(record, "voiceProvider");
export const billingContactOf = (record: UserRecord) => formValues(record, "billingContact");

export const tabTitles: Readonly<Record<TabName, string>> = {
  user: "お客様情報",
  voice: "Vonageの接続情報",
  billing: "請求先ご担当者",
};

/** Text, the number of a choice, or a yes or no; `undefined` when nothing is chosen. */
type FieldValue = string | number | boolean | undefined;
export type Values = Readonly<Record<string, FieldValue>>;

/** `null`: nothing is chosen any more, which JSON cannot say otherwise. */
const typedFields = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));
/** The fields of a tab that differ from the record, as typed. */
export type Typed = z.output<typeof typedFields>;

/** Never holds a secret. */
export type UpdateDraft = Record<TabName, Typed>;
const storage = defineOwnDraft(
  "updateInfo",
  z.object({ user: typedFields, voice: typedFields, billing: typedFields }),
);

/** The record's values, tab by tab, without the secrets. */
export const storedValues = (record: UserRecord): Record<TabName, Values> => ({
  user: userInfoOf(record),
  voice: voiceProviderOf(record),
  billing: billingContactOf(record),
});

/** Without what the record says by now. */
const stillTyped = (typed: Typed, stored: Values): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => name in stored && (value ?? undefined) !== stored[name]),
  );

/** This customer's draft, as far as it still differs from the record. */
export function readDraft(record: UserRecord): UpdateDraft {
  const draft = storage.read();
  const stored = storedValues(record);
  const typed = (tab: TabName): Typed => stillTyped(draft?.[tab] ?? {}, stored[tab]);
  return { user: typed("user"), voice: typed("voice"), billing: typed("billing") };
}

export const editedTabs = (draft: UpdateDraft): TabName[] =>
  tabNames.filter((tab) => Object.keys(draft[tab]).length > 0);

/** Removes a draft without typed values. */
export function writeDraft(draft: UpdateDraft): void {
  if (editedTabs(draft).length > 0) storage.write(draft);
  else storage.clear();
}

/** The differences between the form and the record. */
export const typedIn = (values: Values, stored: Values, rules: Rules): Typed =>
  Object.fromEntries(changedNames(values, stored, rules).map((name) => [name, values[name] ?? null]));

/** The record with the person's own text over it. */
export const withTyped = <V extends Values>(stored: V, typed: Typed): V => ({
  ...stored,
  ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? undefined])),
});

/** Only what differs: what is sent. */
export function changedValues<V extends object>(values: V, stored: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const name in stored) if (values[name] !== stored[name]) changed[name] = values[name];
  return changed;
}

/** A field that was changed in another tab or browser. */
export interface RemoteChange {
  field: string;
  stored: FieldValue;
  /** The customer has typed something else into this field, which stays. */
  isTyped: boolean;
}

/** Fields in which the record moved on from `shown`. */
export const remoteChanges = (shown: Values, stored: Values, typed: Typed): RemoteChange[] =>
  Object.keys(stored)
    .filter((field) => shown[field] !== stored[field] && (typed[field] ?? undefined) !== stored[field])
    .map((field) => ({ field, stored: stored[field], isTyped: field in typed }));
