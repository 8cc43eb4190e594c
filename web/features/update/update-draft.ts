/** The fields of each tab of /update, and their draft, compared with the profile. */
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

/** A secret: `undefined` for no change, `null` to remove it, or a new value, which must not be empty. */
const secret = <Rule extends z.ZodMiniType<string | undefined, string | undefined>>(
  label: string,
  rule: Rule,
) =>
  z.nullish(
    rule.check(z.refine((text: string | undefined) => text !== "", { error: requiredMessage(label) })),
  );

/** The fields of the sign-up's step 1, without questionnaire and consents. */
export const userInfoForm = z.object({
  ...rulesIn("company", "contact", "kintone"),
  optInServiceInfo: z.boolean(),
  optInEvents: z.boolean(),
  basicPassword: secret(labels.basicPassword, fields.basicPassword),
});

/** The fields of the upgrade's step 0. Secret and key are already stored. */
export const voiceProviderUpdateForm = z.extend(voiceProviderForm, {
  apiSecret: secret(labels.apiSecret, fields.apiSecret),
  file: secret(labels.privateKey, fields.privateKeyFileName),
});

export const userInfoOf = (profile: UserRecord) => ({
  ...formValues(profile, "company", "contact", "kintone"),
  optInServiceInfo: profile.OptInServiceInfo,
  optInEvents: profile.OptInEvents,
});
export const voiceProviderOf = (profile: UserRecord) => formValues(profile, "voiceProvider");
export const billingContactOf = (profile: UserRecord) => formValues(profile, "billingContact");

export const tabTitles: Readonly<Record<TabName, string>> = {
  user: "お客様情報",
  voice: "Vonageの接続情報",
  billing: "請求先ご担当者",
};

/** Text, the number of a choice, or a checkbox; `undefined` without a choice. */
type FieldValue = string | number | boolean | undefined;
export type Values = Readonly<Record<string, FieldValue>>;

/** `null`: the choice was cleared. JSON has no `undefined`. */
const typedFields = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));
/** A tab's fields that differ from the profile, as typed. */
export type Typed = z.output<typeof typedFields>;

/** The draft of /update by tabs. It contains no secrets. */
export type UpdateDraft = Record<TabName, Typed>;
const storage = defineOwnDraft(
  "updateInfo",
  z.object({ user: typedFields, voice: typedFields, billing: typedFields }),
);

/** Returns the profile's values by tabs, without the secrets. */
export const storedValues = (profile: UserRecord): Record<TabName, Values> => ({
  user: userInfoOf(profile),
  voice: voiceProviderOf(profile),
  billing: billingContactOf(profile),
});

/** Removes values that equal the profile's. */
const stillTyped = (typed: Typed, stored: Values): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => name in stored && (value ?? undefined) !== stored[name]),
  );

/** Returns the signed-in customer's draft, reduced to the differences from the profile. */
export function readUpdateDraft(profile: UserRecord): UpdateDraft {
  const draft = storage.read();
  const stored = storedValues(profile);
  const typed = (tab: TabName): Typed => stillTyped(draft?.[tab] ?? {}, stored[tab]);
  return { user: typed("user"), voice: typed("voice"), billing: typed("billing") };
}

export const unsavedTabs = (draft: UpdateDraft): TabName[] =>
  tabNames.filter((tab) => Object.keys(draft[tab]).length > 0);

/** Stores the draft, or removes it without typed values. */
export function writeUpdateDraft(draft: UpdateDraft): void {
  if (unsavedTabs(draft).length > 0) storage.write(draft);
  else storage.clear();
}

/** Returns the differences between the form and the profile. */
export const typedIn = (values: Values, stored: Values, rules: Rules): Typed =>
  Object.fromEntries(changedNames(values, stored, rules).map((name) => [name, values[name] ?? null]));

/** Returns the stored values with the typed values over them. */
export const withDraft = <V extends Values>(stored: V, typed: Typed): V => ({
  ...stored,
  ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? undefined])),
});

/** Returns the values that differ, for the request. */
export function changedValues<V extends object>(values: V, stored: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const name in stored) if (values[name] !== stored[name]) changed[name] = values[name];
  return changed;
}

/** A field that was changed in another tab or browser. */
export interface RemoteChange {
  field: string;
  stored: FieldValue;
  /** The customer has typed another value, which stays. */
  isTyped: boolean;
}

/** Returns the fields whose stored value differs from the shown one. */
export const remoteChanges = (shown: Values, stored: Values, typed: Typed): RemoteChange[] =>
  Object.keys(stored)
    .filter((field) => shown[field] !== stored[field] && (typed[field] ?? undefined) !== stored[field])
    .map((field) => ({ field, stored: stored[field], isTyped: field in typed }));
