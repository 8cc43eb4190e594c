/** Drafts: values of a screen that were typed and not sent. They survive a reload and an expired session. */
import { useCallback, useRef, useState } from "react";
import type * as z from "zod/mini";
import { type Path, paths } from "#shared/site/paths.ts";
import { type DraftKey, type TabStorageKey, tabStorage } from "#web/lib/storage/tab-storage.ts";

export interface StoredDraft<Typed> {
  /** Returns `undefined` for a missing draft, and for one that does not match `schema`. */
  read: () => Typed | undefined;
  write: (typed: Typed) => void;
  clear: () => void;
}

/**
 * Defines a draft in session storage. `schema` names every stored field, so that a password or another secret
 * of the form is never stored. It validates types only; the form's rules validate values.
 */
export function defineDraft<Schema extends z.ZodMiniType>(
  key: DraftKey,
  schema: Schema,
): StoredDraft<z.output<Schema>> {
  return {
    read: () => schema.safeParse(tabStorage.read(key)).data,
    write: (typed) => tabStorage.write(key, schema.parse(typed)),
    clear: () => tabStorage.remove(key),
  };
}

/**
 * Defines a draft of the signed-in customer, which another customer of this tab does not see. It reads
 * without zod functions, so that the first screen does not load zod.
 */
export function defineOwnDraft<Typed>(key: DraftKey, schema: z.ZodMiniType<Typed>): StoredDraft<Typed> {
  const ownLoginId = (): string => tabStorage.read("loginId") ?? "";
  return {
    read: () => {
      const stored = tabStorage.read(key);
      return Array.isArray(stored) && stored[0] === ownLoginId()
        ? schema.safeParse(stored[1]).data
        : undefined;
    },
    write: (typed) => tabStorage.write(key, [ownLoginId(), schema.parse(typed)]),
    clear: () => tabStorage.remove(key),
  };
}

/** A form's rules by field. Each rule also normalizes the value. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>;
type Values = Readonly<Record<string, unknown>>;

const normalized = (rule: z.ZodMiniType | undefined, typed: unknown): unknown => {
  const parsed = rule?.safeParse(typed);
  return parsed?.success ? parsed.data : typed;
};

/** Returns the names of the fields that differ from the stored values after normalization. */
export const changedNames = (values: Values, stored: Values, rules: Rules): string[] =>
  Object.keys(stored).filter((name) => normalized(rules[name], values[name]) !== stored[name]);

const draftScreens: readonly (readonly [Path, TabStorageKey])[] = [
  [paths.signUp, "userDetailInfo"],
  [paths.update, "updateInfo"],
  [paths.upgrade, "upgradeInfo"],
  [paths.phoneChange, "numberChangeProgress"],
  [paths.emailChange, "emailChangeProgress"],
  [paths.passwordReset, "passwordReset"],
  [paths.contract, "invoiceFieldsInfo"],
  [paths.contract, "quoteInfo"],
  [paths.quote, "publicQuoteInfo"],
  [paths.contract, "resubscriptionInfo"],
];

/** Returns a screen that has a draft: `path` if it has one. */
export function draftPath(path?: string): Path | undefined {
  const stored = draftScreens
    .filter(([, key]) => tabStorage.read(key) !== undefined)
    .map(([screen]) => screen);
  return stored.find((screen) => screen === path) ?? stored[0];
}

export interface DraftStore<Typed> {
  draft: Typed;
  /** Stores the change and renders. */
  save: (change: (draft: Typed) => Typed) => void;
  /** Stores the change without rendering, because the fields show it already. */
  saveWithoutRender: (change: (draft: Typed) => Typed) => void;
}

/** Returns a draft that is stored on every change. `write` must be stable. */
export function useDraft<Typed>(read: () => Typed, write: (draft: Typed) => void): DraftStore<Typed> {
  const [draft, show] = useState(read);
  const latest = useRef(draft);
  const saveWithoutRender = useCallback(
    (change: (draft: Typed) => Typed) => {
      latest.current = change(latest.current);
      write(latest.current);
    },
    [write],
  );
  const save = useCallback(
    (change: (draft: Typed) => Typed) => {
      saveWithoutRender(change);
      show(latest.current);
    },
    [saveWithoutRender],
  );
  return { draft, save, saveWithoutRender };
}
