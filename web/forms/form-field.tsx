import OutlinedInput from "@mui/material/OutlinedInput";
import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  useContext,
} from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { FieldFrame } from "./field-frame.tsx";
import { EnterKeyHintContext } from "./form.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";
import { type Format, useTextInput } from "./use-text-input.ts";

export interface FormFieldProps<Input extends FieldValues, Output = Input> extends FieldProps<Input, Output> {
  type?: HTMLInputTypeAttribute;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** `email` for identifiers as well: its keyboard has Latin letters and digits, also where Japanese is typed. */
  inputMode?: "text" | "numeric" | "tel" | "email" | "url";
  maxLength?: number;
  placeholder?: string;
  /** Rewrites while typing (never during a composition); the caret stays where it was. */
  format?: Format;
  /** Rewrites when the field is left; without it `format` does. */
  normalize?: (text: string) => string;
  endAdornment?: ReactNode;
  /** Renders an error that has more than its sentence. */
  renderError?: (message: string) => ReactNode;
  /** Fields whose errors an edit here also clears, such as a confirmation. */
  related?: readonly FieldPath<Input>[];
}

/** The one text field of the portal: the parts of MUI's `TextField`, whose label would stand inside the field. */
export function FormField<Input extends FieldValues, Output = Input>(props: FormFieldProps<Input, Output>) {
  const { label, required = false, hint, renderError, format, normalize, related } = props;
  const { field, error, ids, aria, edit, leave } = useFieldState(
    props,
    related,
    (text) => normalize?.(text) ?? format?.(text, "") ?? text,
  );
  const enterKeyHint = useContext(EnterKeyHintContext);
  const value: string = field.value ?? "";
  const shownError = error !== undefined && renderError ? renderError(error) : error;
  const { onChange, onBlur, composition } = useTextInput({
    value,
    format,
    normalize,
    onEdit: edit,
    onLeave: (text, event) => leave(event, text),
  });
  return (
    <FieldFrame
      ids={ids}
      label={label}
      required={required}
      hint={hint}
      error={shownError}
      aside={props.aside}
    >
      <OutlinedInput
        id={ids.input}
        name={field.name}
        value={value}
        type={props.type ?? "text"}
        inputRef={field.ref}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? "off"}
        endAdornment={props.endAdornment}
        onChange={onChange}
        onBlur={onBlur}
        slotProps={{
          input: {
            ...composition,
            ...aria,
            "aria-required": required,
            inputMode: props.inputMode,
            enterKeyHint,
            maxLength: props.maxLength,
            autoCapitalize: "none",
            spellCheck: false,
          },
        }}
      />
    </FieldFrame>
  );
}
