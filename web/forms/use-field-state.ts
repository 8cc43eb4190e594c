import { type FocusEvent, type ReactNode, useEffect, useId, useRef } from "react";
import {
  type Control,
  type FieldPath,
  type FieldValues,
  useController,
  useFormContext,
} from "react-hook-form";
import { readEarlyInput } from "./early-input.ts";

/** The props of every field of the kit. `Output` is the type that the form's schema returns. */
export interface FieldProps<Input extends FieldValues, Output = Input> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  label: string;
  required?: boolean;
  hint?: string;
  /** A button at the label's right, and what it unfolds below the field. */
  aside?: ReactNode;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === "";
const movesToButton = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof HTMLElement && relatedTarget.closest("button, a") !== null;

/**
 * One field's value, error and the ids that tie label, hint and error to its input. Editing clears the error (and those
 * of `related` fields). Leaving checks the field, unless it is still empty or a button was pressed: an error that
 * appears in that moment would move the button away from under the pointer. Text from before the scripts arrived
 * is taken over; `settle` rewrites such a text as leaving the field would have.
 */
export function useFieldState<Input extends FieldValues, Output>(
  { control, name, hint }: Pick<FieldProps<Input, Output>, "control" | "name" | "hint">,
  related: readonly FieldPath<Input>[] = [],
  settle?: (text: string) => string,
) {
  const { field, fieldState } = useController<Input, FieldPath<Input>, Output>({ control, name });
  const form = useFormContext<Input>();
  const id = useId();
  const takeOver = useRef(() => {
    const early = readEarlyInput(name, settle);
    if (early) field.onChange(early.value);
  });
  useEffect(() => takeOver.current(), []);
  const error = fieldState.error?.message;
  const hintId = hint === undefined ? undefined : `${id}hint`;
  const errorId = error === undefined ? undefined : `${id}error`;
  return {
    field,
    error,
    ids: { input: id, label: `${id}label`, hint: hintId, error: errorId },
    aria: {
      "aria-invalid": error !== undefined,
      "aria-describedby": [errorId, hintId].filter((part) => part !== undefined).join(" ") || undefined,
      "aria-errormessage": errorId,
    },
    edit: (value: unknown) => {
      form.clearErrors([name, ...related]);
      field.onChange(value);
    },
    leave: (event: FocusEvent, value: unknown = field.value) => {
      field.onBlur();
      if (error === undefined && !isEmpty(value) && !movesToButton(event)) void form.trigger(name);
    },
  };
}

export type FieldIds = ReturnType<typeof useFieldState>["ids"];
