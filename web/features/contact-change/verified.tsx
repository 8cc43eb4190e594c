import Box from "@mui/material/Box";
import { useEffect, useRef } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { StepActions } from "../../components/wizard/step-form.tsx";

interface VerifiedProps {
  message: string;
  saving: boolean;
  failure: string | undefined;
  onSave: () => void;
  onBack: () => void;
}

/** The code was right. It is used up, so that only the saving is left, and can be repeated. */
export function Verified({ message, saving, failure, onSave, onBack }: VerifiedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <Box ref={box} tabIndex={-1} sx={{ display: "grid", gap: 2, outline: "none" }}>
      <Notice severity="success">{message}</Notice>
      {failure !== undefined && (
        <Notice severity="error">
          <p>{failure}</p>
          <p>変更はまだ保存されていません。「変更を保存」をもう一度押してください。</p>
        </Notice>
      )}
      {failure === undefined && !saving && <p>「変更を保存」を押すと、変更が完了します。</p>}
      <StepActions onBack={onBack} pending={saving}>
        <ActionButton pending={saving} onClick={onSave}>
          変更を保存
        </ActionButton>
      </StepActions>
    </Box>
  );
}
