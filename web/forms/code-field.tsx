import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { compactCode } from "#shared/normalize.ts";
import { FormField } from "./form-field.tsx";

/** The form's field `code`, for the code from a message. Browsers can fill it in. */
export const CodeField = ({ hint }: { hint?: string | undefined }) => (
  <FormField
    name="code"
    label={labels.code}
    hint={hint}
    errorLines={2}
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={limits.textMaxLength}
    format={compactCode}
  />
);
