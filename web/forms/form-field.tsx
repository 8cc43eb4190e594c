import OutlinedInput from "@mui/material/OutlinedInput";
import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  useContext,
} from "react";
import { FieldFrame } from "./field-frame.tsx";
import { EnterKeyHintContext } from "./form.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";
import { type Format, useTextInput } from "./use-text-input.ts";

export interface FormFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  /** Masks the characters, as in a password field. */
  isMasked?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Use `email` for identifiers too: its keyboard has Latin letters and digits, even while Japanese is typed. */
  inputMode?: "text" | "numeric" | "tel" | "email" | "url";
  maxLength?: number;
  placeholder?: string;
  /** Formats the text while it is typed, except during a composition. The caret keeps its position. */
  format?: Format;
  /** Formats the text on blur. Default: `format`. */
  normalize?: (text: string) => string;
  endAdornment?: ReactNode;
  /** Renders an error with more than its message. */
  renderError?: ((message: string) => ReactNode) | undefined;
  /** Fields whose errors a change of this field clears, such as a confirmation. */
  related?: readonly string[];
}

/** A text field with a label above it. Made of the parts of MUI's `TextField`, whose label is inside the field. */
export function FormField(props: FormFieldProps) {
  const { renderError, format, normalize, related } = props;
  const { field, error, ids, frame, aria, edit, leave } = useFieldState(props, {
    related,
    normalize: (text) => normalize?.(text) ?? format?.(text, "") ?? text,
  });
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
    <FieldFrame {...frame} error={shownError}>
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
            "aria-required": frame.required,
            className: props.isMasked ? "masked" : undefined,
            inputMode: props.inputMode,
            enterKeyHint,
            maxLength: props.maxLength,
            autoCapitalize: "none",
            autoCorrect: "off",
            spellCheck: false,
          },
        }}
      />
    </FieldFrame>
  );
}
