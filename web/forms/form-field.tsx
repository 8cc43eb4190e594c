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
  /** Dots stand in place of its characters. */
  isMasked?: boolean;
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
  renderError?: ((message: string) => ReactNode) | undefined;
  /** Fields whose errors an edit here also clears, such as a confirmation. */
  related?: readonly string[];
}

/** The one text field of the portal: the parts of MUI's `TextField`, whose label would stand inside the field. */
export function FormField(props: FormFieldProps) {
  const { renderError, format, normalize, related } = props;
  const { field, error, ids, frame, aria, edit, leave } = useFieldState(props, {
    related,
    settle: (text) => normalize?.(text) ?? format?.(text, "") ?? text,
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
