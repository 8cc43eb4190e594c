import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { StepActions } from "#web/components/wizard/step-form.tsx";

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
    <Stack ref={box} tabIndex={-1} spacing={2}>
      <Notice severity="success">{message}</Notice>
      {failure !== undefined && (
        <OutcomeSnackbar>
          <Typography>{failure}</Typography>
          <Typography>変更はまだ保存されていません。「変更を保存」をもう一度押してください。</Typography>
        </OutcomeSnackbar>
      )}
      {failure === undefined && !saving && (
        <Typography>「変更を保存」を押すと、変更が完了します。</Typography>
      )}
      <StepActions onBack={onBack} pending={saving}>
        <Button loading={saving} onClick={onSave}>
          変更を保存
        </Button>
      </StepActions>
    </Stack>
  );
}
