import ErrorOutline from "@mui/icons-material/ErrorOutlined";
import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { veryNarrow } from "#web/theme/media.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import type { FieldIds } from "./use-field-state.ts";

/** The gap after a field in every form: room for an error of one line. */
export const fieldSpacing = 3;

/** A field's error, in the gap below the field. */
export function FieldError({ id, children }: { id: string | undefined; children?: ReactNode }) {
  if (children === undefined) return null;
  return (
    <FormHelperText id={id ?? ""} role="alert" error>
      <ErrorOutline aria-hidden />
      <span>{typeof children === "string" ? <Sentence>{children}</Sentence> : children}</span>
    </FormHelperText>
  );
}

/** Most fields are required, so only optional fields have a visible mark. Screen readers read both. */
export const marks = {
  required: <span className="visually-hidden">必須</span>,
  optional: (
    <Typography component="span" variant="mark" color="textSecondary">
      任意
    </Typography>
  ),
};

/**
 * The button follows the field in the tab order. It is drawn beside the label, or below the field if there is no room.
 */
const withAside = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  "& > *": { gridColumn: "1 / -1" },
  "& > button": { gridArea: "1 / 2" },
  /** Aligns 任意 with the last line of its label. */
  "& > .MuiStack-root": { flexWrap: "nowrap", alignItems: "last baseline" },
  [veryNarrow]: {
    "& > button": { gridArea: "2 / 1", justifySelf: "start" },
    "& > .MuiStack-root": { flexWrap: "wrap" },
  },
} as const;

const labelRow = { mb: 0.5, "&&": { gridArea: "1 / 1" } } as const;

interface FieldFrameProps {
  ids: FieldIds;
  label: string;
  required: boolean;
  hint?: string | undefined;
  error?: ReactNode;
  errorLines?: 2 | undefined;
  aside?: ReactNode;
  /** Several inputs with one label: a `fieldset`. */
  group?: boolean;
  children: ReactNode;
}

/** A field's label with its mark, hint, input, error and aside. */
export function FieldFrame(props: FieldFrameProps) {
  const { ids, label, required, hint, error, errorLines, aside, group = false, children } = props;
  return (
    <FormControl
      fullWidth
      error={error !== undefined}
      component={group ? "fieldset" : "div"}
      sx={{ ...(aside && withAside), ...(errorLines && { "--error-lines": errorLines }) }}
    >
      <Stack component={group ? "legend" : "div"} direction="row" spacing={1} useFlexGap sx={labelRow}>
        <FormLabel id={ids.label} {...(group ? { component: "span" } : { htmlFor: ids.input })}>
          <span>{label}</span>
        </FormLabel>
        {required ? marks.required : marks.optional}
      </Stack>
      {hint !== undefined && (
        <FormHelperText id={ids.hint ?? ""} error={false}>
          {hint}
        </FormHelperText>
      )}
      {children}
      <FieldError id={ids.error}>{error}</FieldError>
      {aside}
    </FormControl>
  );
}
