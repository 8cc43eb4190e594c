import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import type { FieldValues } from "react-hook-form";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

/** A choice by number, as the enumerations of `shared` are keyed. */
export interface Choice {
  value: number;
  label: string;
}

interface SelectFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  choices: readonly Choice[];
  autoComplete?: string;
  /** False: what was chosen once can be exchanged but not taken back. */
  clearable?: boolean;
}

/** The browser's own select; nothing chosen is `undefined`. */
export function SelectField<Input extends FieldValues, Output = Input>(
  props: SelectFieldProps<Input, Output>,
) {
  const { label, required = false, hint, choices, autoComplete = "off", clearable = true } = props;
  const { field, error, ids, aria, edit, leave } = useFieldState(props);
  return (
    <FieldFrame ids={ids} label={label} required={required} hint={hint} error={error}>
      <NativeSelect
        input={<OutlinedInput />}
        id={ids.input}
        name={field.name}
        value={field.value ?? ""}
        inputRef={field.ref}
        autoComplete={autoComplete}
        onChange={({ target }) => edit(target.value === "" ? undefined : Number(target.value))}
        onBlur={leave}
        inputProps={{ ...aria, "aria-required": required }}
      >
        {(clearable || field.value === undefined) && <option value="">選択してください</option>}
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
