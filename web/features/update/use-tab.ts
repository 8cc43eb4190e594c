import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { useTyped } from "#web/forms/use-portal-form.ts";
import { type RemoteChange, type Rules, remoteChanges, storedValues, typedIn, withTyped } from "./draft.ts";
import type { TabName } from "./forms.ts";
import { tabTitles } from "./forms.ts";
import type { TabProps } from "./use-edit-store.ts";
import { useSave } from "./use-save.ts";

export interface TabSettings<Input extends FieldValues> {
  tab: TabName;
  rules: Rules;
  /** The fields that are never stored, each with its untouched value. */
  secrets: { readonly [Name in FieldPath<Input>]?: undefined };
  /** The form's field in which a field of the request is entered, if this tab has it. */
  fieldOf: (name: string) => FieldPath<Input> | undefined;
}

const isTouched = (secret: unknown): boolean =>
  secret === null || (typeof secret === "string" && secret !== "");

/** The logic of every tab: `save` the changes, `frame` for `TabForm`. */
export function useTab<Input extends FieldValues, Output>(
  form: PortalForm<Input, Output>,
  { tab, rules, secrets, fieldOf }: TabSettings<Input>,
  props: TabProps,
) {
  const { record, store } = props;
  const { getValues, reset } = form;
  const stored = useMemo(() => storedValues(record)[tab], [record, tab]);
  const shown = useRef(stored);
  const [changes, setChanges] = useState<readonly RemoteChange[]>([]);
  const { save, forgetOutcome, ...saving } = useSave({ tab, form, fieldOf }, props);

  const keep = useCallback(
    (values: Input) =>
      store.keep(
        tab,
        typedIn(values, stored, rules),
        Object.keys(secrets).some((name) => isTouched(values[name])),
      ),
    [store, tab, stored, rules, secrets],
  );
  useTyped(form, keep);

  // The record was loaded again: what was typed stays over it.
  useEffect(() => {
    if (shown.current === stored) return;
    const typed = store.typedOf(tab);
    setChanges(remoteChanges(shown.current, stored, typed));
    shown.current = stored;
    reset({ ...getValues(), ...withTyped(stored, typed) });
  }, [stored, store, tab, reset, getValues]);

  const revert = (): void => {
    reset({ ...getValues(), ...stored, ...secrets });
    forgetOutcome();
  };
  const onRevert = store.unsaved.includes(tab) ? revert : undefined;
  return { save, frame: { title: tabTitles[tab], form, remoteChanges: changes, onRevert, ...saving } };
}
