import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Notice } from "../../components/notice.tsx";
import { useAddPasskey } from "../../components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "../../components/reauthentication/use-recent-password.tsx";

interface PasskeyOfferCardProps {
  /** From now on the list of passkeys says nothing about the offer. */
  onBegin: () => void;
  onDismiss: () => void;
}

export default function PasskeyOfferCard({ onBegin, onDismiss }: PasskeyOfferCardProps) {
  const { confirmPassword, dialog } = useRecentPassword();
  const { add, pending, failure } = useAddPasskey(confirmPassword);
  const [isDone, setIsDone] = useState(false);
  const begin = async (): Promise<void> => {
    onBegin();
    setIsDone(await add());
  };
  if (isDone)
    return <Notice severity="success">パスキーを追加しました。次回からパスキーでログインできます。</Notice>;
  return (
    <Paper component="section" variant="card" aria-labelledby="passkey-offer">
      {dialog}
      <Stack spacing={2}>
        <Typography variant="h2" id="passkey-offer">
          次回から、パスキーでログインしませんか？
        </Typography>
        <Typography>
          指紋や顔認証、画面ロックなど、この端末の認証でログインできます。パスワードの入力は不要です。
        </Typography>
        {failure !== undefined && <Notice severity="error">{failure}</Notice>}
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <Button loading={pending} onClick={() => void begin()}>
            パスキーを追加する
          </Button>
          <Button variant="outlined" disabled={pending} onClick={onDismiss}>
            今後表示しない
          </Button>
        </Stack>
      </Stack>
    </Paper>
  );
}
