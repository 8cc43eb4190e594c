import FormControl from "@mui/material/FormControl";
import FormLabel from "@mui/material/FormLabel";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useId } from "react";

interface PlainSelectProps {
  label: string;
  /** The text of the choice of none, whose value is the empty string. */
  none: string;
  /** Pairs of value and text. */
  choices: readonly (readonly [string, string])[];
  value: string;
  onChoose: (value: string) => void;
}

/** A native select outside of a form. */
export function PlainSelect({ label, none, choices, value, onChoose }: PlainSelectProps) {
  const id = useId();
  return (
    <FormControl className="not-printed" sx={{ minWidth: "min(14rem, 100%)", alignSelf: "flex-start" }}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5 }}>
        <span>{label}</span>
      </FormLabel>
      <NativeSelect
        id={id}
        input={<OutlinedInput />}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{none}</option>
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
}
