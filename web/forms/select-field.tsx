import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import type { Choice } from "#shared/field-schema.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface SelectFieldProps extends FieldProps {
  choices: readonly Choice[];
  autoComplete?: string | undefined;
  /** False: a choice can be changed but not cleared. */
  clearable?: boolean | undefined;
}

/** A native select. The form's value is `undefined` without a choice. */
export function SelectField(props: SelectFieldProps) {
  const { choices, autoComplete = "off", clearable = true } = props;
  const { field, ids, frame, aria, edit, leave } = useFieldState(props);
  return (
    <FieldFrame {...frame}>
      <NativeSelect
        input={<OutlinedInput />}
        id={ids.input}
        name={field.name}
        value={field.value ?? ""}
        inputRef={field.ref}
        autoComplete={autoComplete}
        onChange={({ target }) => edit(target.value === "" ? undefined : Number(target.value))}
        onBlur={leave}
        inputProps={{ ...aria, "aria-required": frame.required }}
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
