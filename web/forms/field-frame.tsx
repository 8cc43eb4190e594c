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

/** Between a field and the next field or button, in every form: room for one line of an error. */
export const fieldSpacing = 3;

/** The sentence that says what is wrong with a field. It stands in the gap below. */
export function FieldError({ id, children }: { id: string | undefined; children?: ReactNode }) {
  if (children === undefined) return null;
  return (
    <FormHelperText id={id ?? ""} role="alert" error>
      <ErrorOutline aria-hidden />
      <span>{typeof children === "string" ? <Sentence>{children}</Sentence> : children}</span>
    </FormHelperText>
  );
}

/** Most fields are required: a mark on each would be noise, so it is only read out. */
export const marks = {
  required: <span className="visually-hidden">必須</span>,
  optional: (
    <Typography component="span" variant="mark" color="textSecondary">
      任意
    </Typography>
  ),
};

/** The tab key reaches the field first, then the button, which stands beside the label or, where there is no room, below it. */
const withAside = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  "& > *": { gridColumn: "1 / -1" },
  "& > button": { gridArea: "1 / 2" },
  /** 任意 stays with the last words of its label. */
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
  /** Several inputs under one label. */
  group?: boolean;
  children: ReactNode;
}

/** Label, with 任意 where it may stay empty, hint, the input itself, and its error. */
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
