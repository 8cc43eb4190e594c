import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import { FieldError } from "./field-frame.tsx";
import { useFieldState } from "./use-field-state.ts";

interface CheckboxFieldProps {
  name: string;
  label: ReactNode;
  required?: boolean;
}

export function CheckboxField({ name, label, required = false }: CheckboxFieldProps) {
  const { field, error, ids, aria, edit } = useFieldState({ name });
  return (
    <FormControl error={error !== undefined}>
      <FormControlLabel
        label={label}
        slotProps={{ typography: { variant: "body2" } }}
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
