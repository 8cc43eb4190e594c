/** The typed but unsaved values of /update, compared with the record. Knows no screens. */
import * as z from "zod/mini";
import type { UserRecord } from "#shared/customer/customer.ts";
import { defineDraft } from "#web/flow/draft.ts";
import { billingContactOf, type TabName, tabNames, userInfoOf, voiceProviderOf } from "./forms.ts";

/** Text, or the number of a choice; `undefined` when nothing is chosen. */
export type FieldValue = string | number | undefined;
export type Values = Readonly<Record<string, FieldValue>>;

/** `null`: nothing is chosen any more, which JSON cannot say otherwise. */
const typedFields = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));
/** The fields of a tab that differ from the record, as typed. */
export type Typed = z.output<typeof typedFields>;

const shape = z.object({
  customerId: z.string(),
  tabs: z.object({ user: typedFields, voice: typedFields, billing: typedFields }),
});
/** Never holds a secret. */
export type UpdateDraft = z.output<typeof shape>;
const storage = defineDraft("updateInfo", shape);

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
  const own = draft?.customerId === record.CustomerId ? draft.tabs : undefined;
  const stored = storedValues(record);
  const typed = (tab: TabName): Typed => stillTyped(own?.[tab] ?? {}, stored[tab]);
  return {
    customerId: record.CustomerId,
    tabs: { user: typed("user"), voice: typed("voice"), billing: typed("billing") },
  };
}

export const editedTabs = ({ tabs }: UpdateDraft): TabName[] =>
  tabNames.filter((tab) => Object.keys(tabs[tab]).length > 0);

/** Removes a draft without typed values. */
export function writeDraft(draft: UpdateDraft): void {
  if (editedTabs(draft).length > 0) storage.write(draft);
  else storage.clear();
}

export const withTab = (draft: UpdateDraft, tab: TabName, typed: Typed): UpdateDraft => ({
  ...draft,
  tabs: { ...draft.tabs, [tab]: typed },
});

/** The rules of a form by field: each first normalises. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>;

const normalised = (rule: z.ZodMiniType | undefined, typed: FieldValue): unknown => {
  const settled = rule?.safeParse(typed);
  return settled?.success ? settled.data : typed;
};

/** The differences between the form and the record. */
export const typedIn = (values: Values, stored: Values, rules: Rules): Typed =>
  Object.fromEntries(
    Object.keys(stored)
      .filter((name) => normalised(rules[name], values[name]) !== stored[name])
      .map((name) => [name, values[name] ?? null]),
  );

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
