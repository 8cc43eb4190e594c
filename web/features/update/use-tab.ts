import type { FieldPath, FieldValues } from "react-hook-form";
import type { PortalForm } from "../../components/form/use-portal-form.ts";
import { type Rules, storedValues, type TabName } from "./edits.ts";
import type { TabProps } from "./tab-props.ts";
import { tabTitles } from "./tab-titles.ts";
import { useEdits } from "./use-edits.ts";
import { type Changes, useSave } from "./use-save.ts";

export interface TabSettings<Input extends FieldValues> {
  tab: TabName;
  rules: Rules;
  /** The fields that are never stored, each as it is when nobody has touched it. */
  secrets: { readonly [Name in FieldPath<Input>]?: undefined };
  /** The form's field in which a field of the request is entered, if this tab has it. */
  fieldOf: (name: string) => FieldPath<Input> | undefined;
}

/** What every tab does: `save` the changes, `frame` for `TabForm`. */
export function useTab<Input extends FieldValues, Output>(
  form: PortalForm<Input, Output>,
  settings: TabSettings<Input>,
  props: TabProps,
) {
  const { tab, secrets, fieldOf } = settings;
  const { elsewhere, put } = useEdits(form, props, settings);
  const { connectionFailure, outcome, save, forgetOutcome } = useSave({ tab, form, fieldOf }, props);
  const revert = (): void => {
    form.reset({ ...form.getValues(), ...storedValues(props.record)[tab], ...secrets });
    forgetOutcome();
  };
  const onRevert = props.store.unsaved.includes(tab) ? revert : undefined;
  return {
    save: (changes: Changes) => save(changes),
    frame: { title: tabTitles[tab], form, elsewhere, put, outcome, connectionFailure, onRevert },
  };
}
