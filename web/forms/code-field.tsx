import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { compactCode } from "#shared/normalize.ts";
import { FormField } from "./form-field.tsx";

interface CodeFieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
}

/** The code from a message; the browser may offer to fill it in. */
export function CodeField<Input extends FieldValues, Output = Input>(props: CodeFieldProps<Input, Output>) {
  return (
    <FormField
      {...props}
      label={labels.code}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={limits.textMaxLength}
      format={compactCode}
    />
  );
}
