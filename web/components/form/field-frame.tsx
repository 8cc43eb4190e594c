import ErrorOutline from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import type { ReactNode } from "react";
import type { FieldIds } from "./use-field-state.ts";

function Badge({ required }: { required: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        fontSize: "0.75rem",
        lineHeight: 1.5,
        px: 0.75,
        borderRadius: 0.5,
        whiteSpace: "nowrap",
        ...(required
          ? { color: "#8c1d18", bgcolor: "#fdeceb", fontWeight: 700 }
          : { color: "#5c5545", bgcolor: "#f1eee6" }),
      }}
    >
      {required ? "必須" : "任意"}
    </Box>
  );
}

/** The sentence that says what is wrong with a field. Always takes one line, so that it moves nothing when it appears. */
export function FieldError({ id, children }: { id?: string | undefined; children?: ReactNode }) {
  if (children === undefined) return <Box sx={{ minHeight: "1.75rem" }} />;
  return (
    <FormHelperText
      id={id ?? ""}
      role="alert"
      error
      sx={{
        display: "flex",
        gap: 0.5,
        mx: 0,
        mt: 0.25,
        minHeight: "1.5rem",
        fontSize: "0.875rem",
        lineHeight: 1.6,
      }}
    >
      <ErrorOutline aria-hidden sx={{ fontSize: "1.125rem", mt: "0.15em" }} />
      <span>{children}</span>
    </FormHelperText>
  );
}

interface FieldFrameProps {
  ids: FieldIds;
  label: string;
  required: boolean;
  hint?: string | undefined;
  error?: ReactNode;
  /** Several inputs under one label. */
  group?: boolean;
  children: ReactNode;
}

/** Label with 必須 or 任意, hint, the input itself, and its error. */
export function FieldFrame({ ids, label, required, hint, error, group = false, children }: FieldFrameProps) {
  return (
    <FormControl fullWidth error={error !== undefined} component={group ? "fieldset" : "div"}>
      <Box
        component={group ? "legend" : "div"}
        sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5, p: 0 }}
      >
        <FormLabel
          id={ids.label}
          {...(group ? { component: "span" } : { htmlFor: ids.input })}
          sx={{
            color: "text.primary",
            fontWeight: 700,
            lineHeight: 1.6,
            "&.Mui-focused, &.Mui-error": { color: "text.primary" },
          }}
        >
          {label}
        </FormLabel>
        <Badge required={required} />
      </Box>
      {hint !== undefined && (
        <FormHelperText
          id={ids.hint ?? ""}
          error={false}
          sx={{ mx: 0, mt: 0, mb: 0.75, fontSize: "0.875rem", lineHeight: 1.6 }}
        >
          {hint}
        </FormHelperText>
      )}
      {children}
      <FieldError id={ids.error}>{error}</FieldError>
    </FormControl>
  );
}
