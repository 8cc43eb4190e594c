import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { passwordForm, signInCodeForm } from "#shared/customer/customer.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { PasswordField } from "../../forms/password-field.tsx";
import { usePortalForm } from "../../forms/use-portal-form.ts";
import { PasskeyProof, ProofForm } from "./proof-form.tsx";
import { useProof } from "./use-proof.ts";

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
      notice={proof.notice}
    >
      <Typography>
        ご本人の操作であることを確認するため、パスワードを入力してください。
        <br />
        ログインID：{proof.loginId}
      </Typography>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={proof.loginId} />
      <PasswordField
        control={form.control}
        name="password"
        label="パスワード"
        required
        autoComplete="current-password"
      />
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
      notice={proof.notice}
    >
      <Typography>
        {proof.asked?.kind === "sent-code"
          ? "届いた認証コードを入力してください。"
          : "認証アプリに表示されている6桁の認証コードを入力してください。"}
      </Typography>
      <CodeField control={form.control} name="code" />
    </ProofForm>
  );
}

interface ReauthenticationDialogProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the password, and for the code where Cognito does. Shown for as long as it is rendered. */
export function ReauthenticationDialog({ onDone, onCancel }: ReauthenticationDialogProps) {
  const id = useId();
  const proof = useProof(onDone);
  const Step = proof.asked === undefined ? PasswordStep : CodeStep;
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id} onClose={onCancel}>
      <DialogTitle id={id}>パスワードの確認</DialogTitle>
      <Step proof={proof} onCancel={onCancel} />
    </Dialog>
  );
}
