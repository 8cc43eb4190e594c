import { type FocusEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";
import { readEarlyInput } from "./early-input.ts";

/** The props of every field of the kit. It belongs to the form that it stands in. */
export interface FieldProps {
  name: string;
  label: string;
  required?: boolean;
  hint?: string | undefined;
  /** Of the longest error on a phone, where it is more than one: its room is kept free, so that nothing moves. */
  errorLines?: 2 | undefined;
  /** A button at the label's right, and what it unfolds below the field. */
  aside?: ReactNode;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === "";
const movesToButton = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof HTMLElement && relatedTarget.closest("button, a") !== null;

interface FieldOptions {
  /** Fields whose errors an edit here also clears, such as a confirmation. */
  related?: readonly string[] | undefined;
  /** Normalizes pre-hydration text, as on blur. */
  settle?: (text: string) => string;
}

/**
 * One field's value, error and the ids that tie label, hint and error to its input. Editing clears the error (and those
 * of `related` fields). Leaving checks the field, unless it is still empty or a button was pressed: an error that
 * appears in that moment would move the button away from under the pointer. Text from before the scripts arrived
 * is taken over.
 */
export function useFieldState(
  {
    name,
    label = "",
    required = false,
    hint,
    errorLines,
    aside,
  }: Partial<FieldProps> & Pick<FieldProps, "name">,
  { related = [], settle }: FieldOptions = {},
) {
  const { field, fieldState } = useController({ name });
  const form = useFormContext();
  const id = useId();
  const takeOver = useRef(() => {
    const early = readEarlyInput(name, settle);
    if (early) field.onChange(early.value);
  });
  useEffect(() => takeOver.current(), []);
  const error = fieldState.error?.message;
  const hintId = hint === undefined ? undefined : `${id}hint`;
  const errorId = error === undefined ? undefined : `${id}error`;
  const ids = { input: id, label: `${id}label`, hint: hintId, error: errorId };
  return {
    field,
    error,
    ids,
    /** For `FieldFrame`. */
    frame: { ids, label, required, hint, error, errorLines, aside },
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
