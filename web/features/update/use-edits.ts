import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { PortalForm } from "../../components/form/use-portal-form.ts";
import { useTyped } from "../../components/form/use-typed.ts";
import {
  changedElsewhere,
  type Elsewhere,
  editsIn,
  type FieldValue,
  type Rules,
  storedValues,
  type TabName,
  withEdits,
} from "./edits.ts";
import type { TabProps } from "./tab-props.ts";

interface TabRules {
  tab: TabName;
  rules: Rules;
  /** By name: the fields that are never stored. */
  secrets: object;
}

const isTouched = (secret: unknown): boolean =>
  secret === null || (typeof secret === "string" && secret !== "");

/** Ties a tab's form to the record and to what is kept of the person's typing. */
export function useEdits<Input extends FieldValues, Output>(
  form: PortalForm<Input, Output>,
  { record, store }: TabProps,
  { tab, rules, secrets }: TabRules,
) {
  const { getValues, reset } = form;
  const stored = useMemo(() => storedValues(record)[tab], [record, tab]);
  const shown = useRef(stored);
  const [elsewhere, setElsewhere] = useState<readonly Elsewhere[]>(() =>
    changedElsewhere(stored, store.editsOf(tab)),
  );

  const keep = useCallback(
    (typed: Input) =>
      store.keep(
        tab,
        editsIn(typed, stored, rules, store.editsOf(tab)),
        Object.keys(secrets).some((name) => isTouched(typed[name])),
      ),
    [store, tab, stored, rules, secrets],
  );
  useTyped(form, keep);

  useEffect(() => {
    if (shown.current === stored) return;
    const edits = store.editsOf(tab);
    setElsewhere(changedElsewhere(stored, edits, shown.current));
    shown.current = stored;
    reset({ ...getValues(), ...withEdits(stored, edits) });
  }, [stored, store, tab, reset, getValues]);

  /** Puts a value into a field, whichever of the two the person prefers. */
  const put = (field: string, value: FieldValue): void => reset({ ...getValues(), [field]: value });
  return { elsewhere, put };
}
