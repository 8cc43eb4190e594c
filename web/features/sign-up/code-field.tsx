import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { labels } from "../../../shared/labels.ts";
import { limits } from "../../../shared/limits.ts";
import { foldWidth } from "../../../shared/normalize.ts";
import { FormField } from "../../components/form/form-field.tsx";

interface CodeFieldProps {
  control: Control<{ code: string }, unknown, { code: string }>;
}

/** The code from a message; the browser may offer to fill it in. */
export function CodeField({ control }: CodeFieldProps) {
  return (
    <Box sx={{ maxWidth: 320 }}>
      <FormField
        control={control}
        name="code"
        label={labels.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.codeMaxLength}
        format={foldWidth}
      />
    </Box>
  );
}
