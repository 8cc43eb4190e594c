import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FieldError } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface CheckboxFieldProps<Input extends FieldValues, Output>
  extends Omit<FieldProps<Input, Output>, "label" | "hint"> {
  label: ReactNode;
}

/** One yes or no. */
export function CheckboxField<Input extends FieldValues, Output = Input>(
  props: CheckboxFieldProps<Input, Output>,
) {
  const { label, required = false, control, name } = props;
  const { field, error, ids, aria, edit } = useFieldState({ control, name });
  return (
    <FormControl error={error !== undefined}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            name={field.name}
            checked={field.value === true}
            onChange={(_, checked) => edit(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, "aria-required": required, ...aria } }}
          />
        }
      />
      <FieldError id={ids.error}>{error}</FieldError>
    </FormControl>
  );
}
