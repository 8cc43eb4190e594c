import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { UpdateRequest } from "#shared/customer/customer.ts";
import { paths } from "#shared/site/paths.ts";
import type { Rules } from "#web/flow/draft.ts";
import { showFieldErrors, useCall } from "#web/flow/use-call.ts";
import { type PortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { saveProfile } from "#web/lib/queries/profile.ts";
import {
  type RemoteChange,
  remoteChanges,
  storedValues,
  type TabName,
  tabTitles,
  typedIn,
  withDraft,
} from "./update-draft.ts";
import type { TabProps } from "./use-update-store.ts";

type Changes = Omit<UpdateRequest, "operation" | "version">;

/**
 * The reason why nothing was saved, shown on this tab. `at`: epoch milliseconds of the press, so that each
 * press shows a message.
 */
export type Outcome =
  | { kind: "nothing"; at: number }
  | { kind: "conflict" }
  | { kind: "refused"; message: string };

/**
 * Returns whether the profile already has these values, because an earlier response was lost. Secrets cannot
 * be compared.
 */
const isAlreadySaved = (changes: Changes, stored: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(changes).every(([name, value]) => name in stored && stored[name] === value);

function stateAfter(tab: TabName, others: readonly TabName[]): NavigationState {
  const saved = `「${tabTitles[tab]}」の変更を保存しました。`;
  if (others.length === 0) return { saved };
  const named = others.map((tab) => `「${tabTitles[tab]}」`).join("");
  return {
    saved,
    message: `${named}タブに、まだ保存していない変更があります。パスワードや秘密鍵は、もう一度入力してください。`,
  };
}

export interface TabSettings<Input extends FieldValues> {
  tab: TabName;
  /** The rules by the form's fields. */
  rules: Rules;
  /** The fields that are never stored, with their initial value. */
  secrets: { readonly [Name in FieldPath<Input>]?: undefined };
}

/** Sends the changes of this tab by `POST /api/user`, operation update, and navigates to /update/comp. */
function useSave<Input extends FieldValues, Output>(
  form: PortalForm<Input, Output>,
  { tab, rules }: TabSettings<Input>,
  { profile, reload, store }: TabProps,
) {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();

  const isField = (name: string): name is FieldPath<Input> => name in rules;
  /** Returns the form's field of a field of the request, if this tab has it. */
  const fieldOf = (name: string): FieldPath<Input> | undefined => {
    const field = name === "privateKey" ? "file" : name;
    return isField(field) ? field : undefined;
  };
  const finish = (): void => {
    const state = stateAfter(
      tab,
      store.unsaved.filter((name) => name !== tab),
    );
    store.forget(tab);
    navigate(paths.updateComplete, { state });
  };

  const reloadAndCompare = async ({ status, message }: ApiError, changes: Changes): Promise<void> => {
    const newest = await reload();
    if (newest && isAlreadySaved(changes, storedValues(newest)[tab])) finish();
    else setOutcome(status === 409 ? { kind: "conflict" } : { kind: "refused", message });
  };

  const handleError = async (error: unknown, changes: Changes): Promise<void> => {
    if (isRefusal(error)) return reloadAndCompare(error, changes);
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    // The refused field is on another tab, so the whole message is shown.
    if (!showFieldErrors(form, error, fieldOf)) setOutcome({ kind: "refused", message: error.message });
  };

  const { call: save, failure: connectionFailure } = useCall(async (changes: Changes) => {
    setOutcome(undefined);
    if (Object.keys(changes).length === 0) setOutcome({ kind: "nothing", at: Date.now() });
    else
      await saveProfile({ operation: "update", version: profile.Version, ...changes }).then(
        finish,
        (error: unknown) => handleError(error, changes),
      );
  });

  return { connectionFailure, outcome, save, forgetOutcome: () => setOutcome(undefined) };
}

const isTouched = (secret: unknown): boolean =>
  secret === null || (typeof secret === "string" && secret !== "");

/** Returns the logic of a tab: `save`, and the props of `TabForm` in `frame`. */
export function useTab<Input extends FieldValues, Output>(
  form: PortalForm<Input, Output>,
  settings: TabSettings<Input>,
  props: TabProps,
) {
  const { tab, rules, secrets } = settings;
  const { profile, store } = props;
  const { getValues, reset } = form;
  const stored = useMemo(() => storedValues(profile)[tab], [profile, tab]);
  const shown = useRef(stored);
  const [changes, setChanges] = useState<readonly RemoteChange[]>([]);
  const { save, forgetOutcome, ...saving } = useSave(form, settings, props);

  const saveDraft = useCallback(
    (values: Input) =>
      store.saveTab(
        tab,
        typedIn(values, stored, rules),
        Object.keys(secrets).some((name) => isTouched(values[name])),
      ),
    [store, tab, stored, rules, secrets],
  );
  useTyped(form, saveDraft);

  // After a reload of the profile, typed values stay over it.
  useEffect(() => {
    if (shown.current === stored) return;
    const typed = store.typedOf(tab);
    setChanges(remoteChanges(shown.current, stored, typed));
    shown.current = stored;
    reset({ ...getValues(), ...withDraft(stored, typed) });
  }, [stored, store, tab, reset, getValues]);

  const revert = (): void => {
    reset({ ...getValues(), ...stored, ...secrets });
    forgetOutcome();
  };
  const onRevert = store.unsaved.includes(tab) ? revert : undefined;
  return { save, frame: { title: tabTitles[tab], form, remoteChanges: changes, onRevert, ...saving } };
}
