import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { type EnterKeyHint, Form } from "#web/forms/form.tsx";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";

interface StepFormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  onSubmit: (values: Output) => Promise<void> | void;
  submitLabel: string;
  submitDisabled?: boolean;
  /** The first step has no back button. */
  onBack?: () => void;
  /** Default: 戻る. */
  backLabel?: string;
  connectionFailure?: string | undefined;
  enterKeyHint?: EnterKeyHint;
  children: ReactNode;
  /** Content below the buttons. */
  footer?: ReactNode;
}

interface StepActionsProps {
  children: ReactNode;
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  pending?: boolean;
}

/** The buttons of a step: `children`, and a back button. */
export function StepActions({ children, onBack, backLabel = "戻る", pending = false }: StepActionsProps) {
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      {children}
      {onBack && (
        <Button variant="outlined" disabled={pending} onClick={onBack}>
          <span>{backLabel}</span>
        </Button>
      )}
    </Stack>
  );
}

/** The form of a wizard's step: its fields, its call's failure, and its buttons. */
export function StepForm<Input extends FieldValues, Output>(props: StepFormProps<Input, Output>) {
  const {
    form,
    onSubmit,
    submitLabel,
    submitDisabled = false,
    onBack,
    backLabel,
    connectionFailure,
    enterKeyHint,
    children,
    footer,
  } = props;
  const pending = form.formState.isSubmitting;
  return (
    <Form form={form} onSubmit={onSubmit} enterKeyHint={enterKeyHint}>
      <Stack spacing={fieldSpacing}>
        {children}
        <OutcomeSnackbar>{connectionFailure}</OutcomeSnackbar>
        <StepActions onBack={onBack} backLabel={backLabel} pending={pending}>
          <Button type="submit" loading={pending} disabled={submitDisabled}>
            <span>{submitLabel}</span>
          </Button>
        </StepActions>
        {footer && <Divider />}
        {footer}
      </Stack>
    </Form>
  );
}
