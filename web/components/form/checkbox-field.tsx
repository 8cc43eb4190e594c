import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
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
    <Box>
      <FormControlLabel
        label={label}
        sx={{ alignItems: "flex-start", mr: 0, "& .MuiFormControlLabel-label": { pt: 1 } }}
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
      {error !== undefined && <FieldError id={ids.error}>{error}</FieldError>}
    </Box>
  );
}
