import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { type FieldProps, useFieldState } from "#web/forms/use-field-state.ts";

interface SecretProps extends FieldProps {
  isSet: boolean;
  removable?: boolean;
  /** The field of the new value. */
  children: ReactNode;
}

type Mode = "unchanged" | "replaced" | "removed";
const modeOf = (value: unknown): Mode =>
  value === undefined ? "unchanged" : value === null ? "removed" : "replaced";

/** Focuses the field when it opens, and the button when it closes. */
function useFocusOnChange(mode: Mode, focusField: () => void) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current === mode) return;
    shown.current = mode;
    if (mode === "replaced") focusField();
    else frame.current?.querySelector("button")?.focus();
  }, [mode, focusField]);
  return frame;
}

function State({ isSet, mode }: { isSet: boolean; mode: Mode }) {
  if (mode === "removed") return <strong>保存すると削除されます</strong>;
  return <Typography color="textSecondary">{isSet ? "設定済み" : "未設定"}</Typography>;
}

/**
 * A secret, which is never read back: shows whether it is set, and a field to replace it. The form's value is
 * `undefined` for no change, text for a new value, and `null` to remove it.
 */
export function Secret(props: SecretProps) {
  const { name, label, isSet, removable = false, children } = props;
  const { field, edit } = useFieldState(props);
  const { setFocus } = useFormContext();
  const mode = modeOf(field.value);
  const frame = useFocusOnChange(mode, () => setFocus(name));
  const button = (text: string, value: unknown) => (
    <Button variant="outlined" size="small" aria-label={`${label}の${text}`} onClick={() => edit(value)}>
      <span>{text}</span>
    </Button>
  );
  if (mode === "replaced")
    return (
      <Stack ref={frame} spacing={fieldSpacing}>
        {children}
        {button(isSet ? "変更をやめる" : "設定をやめる", undefined)}
      </Stack>
    );
  return (
    <Stack ref={frame} spacing={0.5}>
      <Typography variant="h3" component="p">
        {label}
      </Typography>
      <Stack direction="row" spacing={2}>
        <State isSet={isSet} mode={mode} />
        {mode === "unchanged" && button(isSet ? "変更" : "設定", "")}
        {mode === "unchanged" && removable && isSet && button("削除", null)}
        {mode === "removed" && button("削除をやめる", undefined)}
      </Stack>
    </Stack>
  );
}
