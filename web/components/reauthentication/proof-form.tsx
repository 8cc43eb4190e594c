import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Stack from "@mui/material/Stack";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { isPasskeyBrowser, passkeysQuery } from "#web/lib/passkeys.ts";
import { useHasPasskeys } from "#web/lib/use-has-passkeys.ts";
import { Form } from "../../forms/form.tsx";
import type { PortalForm } from "../../forms/use-portal-form.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";

/** A passkey in the password's place, for who has one. */
export function PasskeyProof({ onPress }: { onPress: () => Promise<void> }) {
  const isPossible = useHasPasskeys() === true && isPasskeyBrowser();
  const { data } = useQuery({ ...passkeysQuery, enabled: isPossible });
  const { mutate, isPending } = useMutation({ mutationFn: onPress });
  if (!data?.length) return null;
  return (
    <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
      パスキーで確認する
    </Button>
  );
}

interface ProofFormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Has the focus, and gets the sentence about a refused answer. */
  field: FieldPath<Input>;
  /** Resolves to that sentence. */
  onAnswer: (values: Output) => Promise<string | undefined>;
  onCancel: () => void;
  notice: string | undefined;
  children: ReactNode;
}

/** One step of the dialog: its field, and the two buttons. */
export function ProofForm<Input extends FieldValues, Output>(props: ProofFormProps<Input, Output>) {
  const { form, field, onAnswer, onCancel, notice, children } = props;
  const { setFocus } = form;
  useEffect(() => setFocus(field), [setFocus, field]);
  const submit = async (values: Output): Promise<void> => {
    const refusal = await onAnswer(values);
    if (refusal !== undefined) form.setError(field, { message: refusal }, { shouldFocus: true });
  };
  return (
    <Form form={form} onSubmit={submit}>
      <OutcomeSnackbar disablePortal>{notice}</OutcomeSnackbar>
      <DialogContent>
        <Stack spacing={2.5}>{children}</Stack>
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
