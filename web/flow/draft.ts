/** Typed but unsent values of a screen, so that a reload or an expired session loses nothing. */
import { useCallback, useRef, useState } from "react";
import type * as z from "zod/mini";
import { type Path, paths } from "#shared/site/paths.ts";
import { type DraftKey, type SessionKey, session } from "#web/lib/session/session.ts";

export interface StoredDraft<Typed> {
  /** `undefined` when there is none, or something else than `schema` describes. */
  read: () => Typed | undefined;
  write: (typed: Typed) => void;
  clear: () => void;
}

/**
 * A draft in session storage. `schema` names every field that is kept: a password or another secret that a form holds
 * beside them never reaches the storage. It looks at the shape only; the form's own rules look at what was typed.
 */
export function defineDraft<Schema extends z.ZodMiniType>(
  key: DraftKey,
  schema: Schema,
): StoredDraft<z.output<Schema>> {
  return {
    read: () => schema.safeParse(session.read(key)).data,
    write: (typed) => session.write(key, schema.parse(typed)),
    clear: () => session.remove(key),
  };
}

/**
 * The draft of whoever is signed in: another customer who signs in to this tab does not see it. Without zod, which the first screen
 * would load for it.
 */
export function defineOwnDraft<Typed>(key: DraftKey, schema: z.ZodMiniType<Typed>): StoredDraft<Typed> {
  const ownLoginId = (): string => session.read("loginId") ?? "";
  return {
    read: () => {
      const stored = session.read(key);
      return Array.isArray(stored) && stored[0] === ownLoginId()
        ? schema.safeParse(stored[1]).data
        : undefined;
    },
    write: (typed) => session.write(key, [ownLoginId(), schema.parse(typed)]),
    clear: () => session.remove(key),
  };
}

/** The rules of a form by field: each first normalises. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>;
type Values = Readonly<Record<string, unknown>>;

const normalised = (rule: z.ZodMiniType | undefined, typed: unknown): unknown => {
  const settled = rule?.safeParse(typed);
  return settled?.success ? settled.data : typed;
};

/** The fields that differ from what is stored, as the form would send them. */
export const changedNames = (values: Values, stored: Values, rules: Rules): string[] =>
  Object.keys(stored).filter((name) => normalised(rules[name], values[name]) !== stored[name]);

const draftScreens: readonly (readonly [Path, SessionKey])[] = [
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

/** The screen that has a draft: that of `path` before any other. */
export function draftPath(path?: string): Path | undefined {
  const stored = draftScreens.filter(([, key]) => session.read(key) !== undefined).map(([screen]) => screen);
  return stored.find((screen) => screen === path) ?? stored[0];
}

export interface DraftStore<Typed> {
  draft: Typed;
  /** Stores the change and draws it. */
  save: (change: (draft: Typed) => Typed) => void;
  /** Only stores the change: what is typed is on the screen already. */
  saveQuietly: (change: (draft: Typed) => Typed) => void;
}

/** A draft that is stored with every change. `write` must be stable. */
export function useDraft<Typed>(read: () => Typed, write: (draft: Typed) => void): DraftStore<Typed> {
  const [draft, show] = useState(read);
  const latest = useRef(draft);
  const saveQuietly = useCallback(
    (change: (draft: Typed) => Typed) => {
      latest.current = change(latest.current);
      write(latest.current);
    },
    [write],
  );
  const save = useCallback(
    (change: (draft: Typed) => Typed) => {
      saveQuietly(change);
      show(latest.current);
    },
    [saveQuietly],
  );
  return { draft, save, saveQuietly };
}
