import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { describeValue, isCustomerField } from "#shared/customer/describe-value.ts";
import { labels } from "#shared/labels.ts";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { useLabelFor } from "#web/forms/use-label-for.ts";
import type { PortalForm } from "#web/forms/use-portal-form.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import type { RemoteChange } from "./update-draft.ts";
import type { Outcome } from "./use-tab.ts";

const allLabels: Readonly<Record<string, string>> = labels;

/**
 * Lists fields that were changed in another tab or browser. The customer's typed values stay and are saved next time.
 */
function RemoteChanges({ changes }: { changes: readonly RemoteChange[] }) {
  const labelFor = useLabelFor();
  if (changes.length === 0) return null;
  return (
    <AlertBox severity="info">
      ほかの画面で、次の項目が変更されています。
      <Stack component="ul" spacing={0.5}>
        {changes.map(({ field, stored, isTyped }) => (
          <li key={field}>
            <span>{`${isCustomerField(field) ? labelFor(field) : allLabels[field]}：`}</span>
            <strong>{describeValue(field, stored)}</strong>
            {isTyped && <span>（お客様の入力はそのまま残しています）</span>}
          </li>
        ))}
      </Stack>
    </AlertBox>
  );
}

interface TabFormProps<Input extends FieldValues, Output> {
  title: string;
  form: PortalForm<Input, Output>;
  onSubmit: (values: Output) => Promise<void>;
  remoteChanges: readonly RemoteChange[];
  outcome: Outcome | undefined;
  connectionFailure: string | undefined;
  /** Discards the tab's unsaved values. `undefined` without any. */
  onRevert: (() => void) | undefined;
  children: ReactNode;
}

const conflictText =
  "ほかの画面で登録内容が変更されていたため、まだ保存していません。最新の内容を読み込みましたので、ご確認のうえ、もう一度「変更を保存」を押してください。";

/** Focused when it appears, because it is above the pressed button. */
function ConflictAlert({ children }: { children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <Stack ref={message} tabIndex={-1} spacing={1.5}>
      <AlertBox severity="error">{conflictText}</AlertBox>
      {children}
    </Stack>
  );
}

/** The form of a tab: remote changes, fields, the outcome of saving, and the buttons. */
export function TabForm<Input extends FieldValues, Output>(props: TabFormProps<Input, Output>) {
  const { title, form, onSubmit, remoteChanges, outcome, connectionFailure, onRevert, children } = props;
  const pending = form.formState.isSubmitting;
  const changes = <RemoteChanges changes={remoteChanges} />;
  return (
    <Form form={form} onSubmit={onSubmit}>
      <Stack spacing={fieldSpacing}>
        <Typography variant="h2">{title}</Typography>
        {outcome?.kind === "conflict" ? <ConflictAlert>{changes}</ConflictAlert> : changes}
        {children}
        {outcome?.kind === "nothing" && (
          <OutcomeSnackbar key={outcome.at} severity="info">
            変更された項目はありません。
          </OutcomeSnackbar>
        )}
        <OutcomeSnackbar>{outcome?.kind === "refused" ? outcome.message : connectionFailure}</OutcomeSnackbar>
        <Paper square variant="bar">
          <Stack direction="row" spacing={1.5} useFlexGap>
            <Button type="submit" loading={pending}>
              変更を保存
            </Button>
            {onRevert && (
              <Button variant="outlined" disabled={pending} onClick={onRevert}>
                入力を取り消す
              </Button>
            )}
          </Stack>
        </Paper>
      </Stack>
    </Form>
  );
}
