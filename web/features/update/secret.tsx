import Box from "@mui/material/Box";
import { type ReactNode, useEffect, useRef } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { ActionButton } from "../../components/action-button.tsx";
import { type FieldProps, useFieldState } from "../../components/form/use-field-state.ts";

interface SecretProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  isSet: boolean;
  removable?: boolean;
  /** The field in which its replacement is entered. */
  children: ReactNode;
}

type Mode = "kept" | "replaced" | "removed";
const modeOf = (value: unknown): Mode =>
  value === undefined ? "kept" : value === null ? "removed" : "replaced";

/** Opening leads into the field, closing back to the button. */
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
  return <Box sx={{ color: "text.secondary" }}>{isSet ? "設定済み" : "未設定"}</Box>;
}

/**
 * Something that is never read back: whether it is set, and a field for its replacement once the person asks for one.
 * The form's value is `undefined` while it is left alone, text while it is being replaced, `null` to remove it.
 */
export function Secret<Input extends FieldValues, Output = Input>(props: SecretProps<Input, Output>) {
  const { name, label, isSet, removable = false, children } = props;
  const { field, edit } = useFieldState(props);
  const { setFocus } = useFormContext<Input>();
  const mode = modeOf(field.value);
  const frame = useFocusOnChange(mode, () => setFocus(name));
  const button = (text: string, value: unknown) => (
    <ActionButton variant="secondary" label={`${label}の${text}`} onClick={() => edit(value)}>
      {text}
    </ActionButton>
  );
  if (mode === "replaced")
    return (
      <Box ref={frame} sx={{ mb: 1 }}>
        {children}
        {button(isSet ? "変更をやめる" : "設定をやめる", undefined)}
      </Box>
    );
  return (
    <Box ref={frame} sx={{ mb: 3 }}>
      <Box sx={{ fontWeight: 700, lineHeight: 1.6 }}>{label}</Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 1 }}>
        <State isSet={isSet} mode={mode} />
        {mode === "kept" && button(isSet ? "変更" : "設定", "")}
        {mode === "kept" && removable && isSet && button("削除", null)}
        {mode === "removed" && button("削除をやめる", undefined)}
      </Box>
    </Box>
  );
}
