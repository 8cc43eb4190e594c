import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { passwordForm, signInCodeForm } from "#shared/customer/customer.ts";
import { useCall } from "#web/flow/use-call.ts";
import { CodeField } from "#web/forms/code-field.tsx";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { PasswordField, PasswordOwner } from "#web/forms/password-field.tsx";
import { type PortalForm, useAnswerField, usePortalForm } from "#web/forms/use-portal-form.ts";
import { isPasskeyBrowser, signInMethodsQuery } from "#web/lib/queries/sign-in-methods.ts";
import { useHasPasskeys } from "#web/lib/queries/use-sign-in-methods.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { useProof } from "./use-proof.ts";

/** The button for a passkey instead of the password, for customers with a passkey. */
function PasskeyProof({ onPress }: { onPress: () => Promise<void> }) {
  const isPossible = useHasPasskeys() === true && isPasskeyBrowser();
  const { data } = useQuery({ ...signInMethodsQuery, enabled: isPossible });
  const { call, isPending } = useCall(onPress);
  if (!data?.passkeys.length) return null;
  return (
    <Box sx={{ pt: fieldSpacing - 2 }}>
      <Button variant="outlined" loading={isPending} onClick={() => void call()}>
        パスキーで確認する
      </Button>
    </Box>
  );
}

interface ProofFormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** The field that is focused and shows the message of a refused answer. */
  field: FieldPath<Input>;
  /** Resolves to the message of a refused answer. */
  onAnswer: (values: Output) => Promise<string | undefined>;
  onCancel: () => void;
  message: string | undefined;
  children: ReactNode;
}

/** A step of the dialog: its field and the buttons. */
function ProofForm<Input extends FieldValues, Output>(props: ProofFormProps<Input, Output>) {
  const { form, field, onAnswer, onCancel, message, children } = props;
  const submit = useAnswerField(form, field, onAnswer);
  return (
    <Form form={form} onSubmit={submit}>
      <OutcomeSnackbar disablePortal>{message}</OutcomeSnackbar>
      <DialogContent>
        <Stack spacing={2}>{children}</Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onCancel}>
          キャンセル
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          確認する
        </Button>
      </DialogActions>
    </Form>
  );
}

type Proof = ReturnType<typeof useProof>;

interface StepProps {
  proof: Proof;
  onCancel: () => void;
}

function PasswordStep({ proof, onCancel }: StepProps) {
  const form = usePortalForm(passwordForm, { password: "" });
  return (
    <ProofForm
      form={form}
      field="password"
      onAnswer={({ password }) => proof.enterPassword(password)}
      onCancel={onCancel}
      message={proof.message}
    >
      <Typography>
        ご本人確認のため、パスワードを入力してください。
        <br />
        ログインID：<span translate="no">{proof.loginId}</span>
      </Typography>
      <PasswordOwner loginId={proof.loginId} />
      <PasswordField name="password" label="パスワード" required autoComplete="current-password" />
      <PasskeyProof onPress={proof.enterPasskey} />
    </ProofForm>
  );
}

function CodeStep({ proof, onCancel }: StepProps) {
  const form = usePortalForm(signInCodeForm, { code: "" });
  return (
    <ProofForm
      form={form}
      field="code"
      onAnswer={({ code }) => proof.answerCode(code)}
      onCancel={onCancel}
      message={proof.message}
    >
      <Typography>
        {proof.challenge?.kind === "sent-code"
          ? "届いた認証コードを入力してください。"
          : "認証アプリに表示されている6桁の認証コードを入力してください。"}
      </Typography>
      <CodeField />
    </ProofForm>
  );
}

interface ReauthenticationDialogProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the password, and for the code if Cognito does. The dialog is open while it is rendered. */
export default function ReauthenticationDialog({ onDone, onCancel }: ReauthenticationDialogProps) {
  const id = useId();
  const proof = useProof(onDone);
  const Step = proof.challenge === undefined ? PasswordStep : CodeStep;
  return (
    <Dialog open aria-labelledby={id} onClose={onCancel}>
      <DialogTitle id={id}>パスワードの確認</DialogTitle>
      <Step proof={proof} onCancel={onCancel} />
    </Dialog>
  );
}
