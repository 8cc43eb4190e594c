import { type FocusEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";
import { readEarlyInput } from "./early-input.ts";

/** The props of every field. The field belongs to the form around it. */
export interface FieldProps {
  name: string;
  label: string;
  required?: boolean;
  hint?: string | undefined;
  /**
   * Lines of the longest error on a phone, if more than one. The room is reserved, so that an error moves no fields.
   */
  errorLines?: 2 | undefined;
  /** A button beside the label, with its content below the field. */
  aside?: ReactNode;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === "";
const movesToButton = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof HTMLElement && relatedTarget.closest("button, a") !== null;

interface FieldOptions {
  /** Fields whose errors a change of this field clears, such as a confirmation. */
  related?: readonly string[] | undefined;
  /** Formats text that was typed before hydration, as on blur. */
  normalize?: (text: string) => string;
}

/**
 * Returns a field's value, error, and the ids that connect label, hint and error to its input. A change clears the
 * error and those of `related` fields. Blur validates the field, unless it is empty or a button was pressed: an error
 * that appears then would move the button from under the pointer. Takes over text that was typed before hydration.
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
  { related = [], normalize }: FieldOptions = {},
) {
  const { field, fieldState } = useController({ name });
  const form = useFormContext();
  const id = useId();
  const takeOver = useRef(() => {
    const early = readEarlyInput(name, normalize);
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
    /** The props of `FieldFrame`. */
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
