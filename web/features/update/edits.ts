/** What was typed on /update but not saved, told apart from what the record says: free of screens. */
import * as z from "zod/mini";
import type { UserRecord } from "../../../shared/customer.ts";
import { session } from "../../lib/session.ts";
import { billingContactOf, userInfoOf, voiceProviderOf } from "./forms.ts";

/** Text, or the number of a choice; `undefined` when nothing is chosen. */
export type FieldValue = string | number | undefined;
export type Values = Readonly<Record<string, FieldValue>>;

const tabNames = ["user", "voice", "billing"] as const;
export type TabName = (typeof tabNames)[number];
export const isTabName = (value: unknown): value is TabName => tabNames.some((name) => name === value);

const fieldValue = z.optional(z.union([z.string(), z.number()]));
/** `base`: what the record said when the person began to type. `mine`: as typed. */
const edits = z.record(z.string(), z.object({ base: fieldValue, mine: fieldValue }));
export type Edits = z.output<typeof edits>;

const draftShape = z.object({
  customerId: z.string(),
  tabs: z.object({ user: edits, voice: edits, billing: edits }),
});
/** Never holds a secret. */
export type Draft = z.output<typeof draftShape>;

/** What the record says, tab by tab, without the secrets. */
export const storedValues = (record: UserRecord): Record<TabName, Values> => ({
  user: userInfoOf(record),
  voice: voiceProviderOf(record),
  billing: billingContactOf(record),
});

const isSameKind = (one: FieldValue, other: FieldValue): boolean =>
  one === undefined || other === undefined || typeof one === typeof other;

/** Without those that say by now what the record says, and those that no field would take. */
const stillEdits = (kept: Edits, stored: Values): Edits =>
  Object.fromEntries(
    Object.entries(kept).filter(
      ([name, { mine }]) => name in stored && mine !== stored[name] && isSameKind(mine, stored[name]),
    ),
  );

/** This customer's draft, as far as it still differs from the record. */
export function readDraft(record: UserRecord): Draft {
  const kept = draftShape.safeParse(session.read("updateInfo")).data;
  const own = kept?.customerId === record.CustomerId ? kept.tabs : undefined;
  const stored = storedValues(record);
  const editsOf = (tab: TabName): Edits => stillEdits(own?.[tab] ?? {}, stored[tab]);
  return {
    customerId: record.CustomerId,
    tabs: { user: editsOf("user"), voice: editsOf("voice"), billing: editsOf("billing") },
  };
}

export const editedTabs = ({ tabs }: Draft): TabName[] =>
  tabNames.filter((tab) => Object.keys(tabs[tab]).length > 0);

/** Nothing typed, nothing stored. */
export function writeDraft(draft: Draft): void {
  if (editedTabs(draft).length > 0) session.write("updateInfo", draft);
  else session.remove("updateInfo");
}

export const withTab = (draft: Draft, tab: TabName, edits: Edits): Draft => ({
  ...draft,
  tabs: { ...draft.tabs, [tab]: edits },
});

/** The rules of a form by field: each first normalises. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>;

const normalised = (rule: z.ZodMiniType | undefined, typed: FieldValue): unknown => {
  const settled = rule?.safeParse(typed);
  return settled?.success ? settled.data : typed;
};

/** Where the form differs from the record; whoever was editing a field already goes on from the same `base`. */
export function editsIn(typed: Values, stored: Values, rules: Rules, before: Edits): Edits {
  const differing = Object.keys(stored).filter(
    (name) => normalised(rules[name], typed[name]) !== stored[name],
  );
  return Object.fromEntries(
    differing.map((name) => [
      name,
      { base: (before[name] ?? { base: stored[name] }).base, mine: typed[name] },
    ]),
  );
}

/** The record with the person's own text over it. */
export const withEdits = <V extends Values>(stored: V, edits: Edits): V => ({
  ...stored,
  ...Object.fromEntries(Object.entries(edits).map(([name, { mine }]) => [name, mine])),
});

/** Only what differs: what is sent. */
export function changedValues<V extends object>(values: V, stored: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const name in stored) if (values[name] !== stored[name]) changed[name] = values[name];
  return changed;
}

/** What another screen changed. */
export interface Elsewhere {
  field: string;
  theirs: FieldValue;
  /** What the person had typed into this field themselves, and is still there. */
  conflict?: { mine: FieldValue };
}

/** Fields whose record moved on: since `shown`, or since the person began to type in them. */
export function changedElsewhere(stored: Values, edits: Edits, shown: Values = stored): Elsewhere[] {
  const isConflict = (field: string): boolean =>
    edits[field] !== undefined && edits[field].base !== stored[field] && edits[field].mine !== stored[field];
  return Object.keys(stored)
    .filter((field) => shown[field] !== stored[field] || isConflict(field))
    .map((field) => ({
      field,
      theirs: stored[field],
      ...(isConflict(field) && { conflict: { mine: edits[field]?.mine } }),
    }));
}
