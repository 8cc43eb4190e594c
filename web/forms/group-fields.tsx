import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import type { Choice } from "#shared/field-schema.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldState } from "./use-field-state.ts";

interface GroupFieldProps extends FieldProps {
  choices: readonly Choice[];
}

export function RadioGroupField({ choices, ...props }: GroupFieldProps) {
  const { field, ids, frame, aria, edit } = useFieldState(props);
  return (
    <FieldFrame {...frame} group>
      <RadioGroup
        row
        name={field.name}
        value={field.value ?? ""}
        aria-labelledby={ids.label}
        aria-required={frame.required}
        {...aria}
        onChange={(_, value) => edit(Number(value))}
        onBlur={field.onBlur}
      >
        {choices.map(({ value, label: text }, index) => (
          <FormControlLabel
            key={value}
            value={value}
            label={text}
            control={<Radio slotProps={{ input: index === 0 ? { ref: field.ref } : {} }} />}
          />
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

/** Checkboxes whose form value is the chosen numbers, in the order of `choices`. */
export function CheckboxGroupField({ choices, ...props }: GroupFieldProps) {
  const { field, ids, frame, aria, edit } = useFieldState(props);
  const chosen: readonly number[] = field.value ?? [];
  const toggle = (value: number, checked: boolean) =>
    choices.map((choice) => choice.value).filter((key) => (key === value ? checked : chosen.includes(key)));
  return (
    <FieldFrame {...frame} group>
      <FormGroup row role="group" aria-labelledby={ids.label} {...aria}>
        {choices.map(({ value, label: text }, index) => (
          <FormControlLabel
            key={value}
            label={text}
            control={
              <Checkbox
                name={field.name}
                value={value}
                checked={chosen.includes(value)}
                onChange={(_, checked) => edit(toggle(value, checked))}
                slotProps={{ input: index === 0 ? { ref: field.ref } : {} }}
              />
            }
          />
        ))}
      </FormGroup>
    </FieldFrame>
  );
}
