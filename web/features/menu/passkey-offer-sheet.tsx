import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Portal from "@mui/material/Portal";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { dismissPasskeyOffer, withdrawPasskeyOffer } from "#web/components/passkeys/passkey-offer.ts";
import { useAddPasskey } from "#web/components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";

/** Covers a part of the menu, so that the menu does not move. */
const sheet = {
  position: "fixed",
  zIndex: "snackbar",
  inset: "auto 1rem 1rem",
  maxWidth: "34rem",
  maxHeight: "70vh",
  mx: "auto",
  overflow: "auto",
  boxShadow: 6,
} as const;

/** The passkey offer. In a file of its own, because most visits show none. */
export default function PasskeyOfferSheet({ onClose }: { onClose: () => void }) {
  const [isAdded, setAdded] = useState(false);
  const { confirmPassword, dialog } = useRecentPassword();
  const { call, isPending, failure } = useAddPasskey(confirmPassword, () => setAdded(true));
  useEffect(withdrawPasskeyOffer, []);
  const dismiss = (): void => {
    dismissPasskeyOffer();
    onClose();
  };
  if (isAdded)
    return (
      <AlertBox severity="success">パスキーを追加しました。次回からパスキーでログインできます。</AlertBox>
    );
  return (
    // A portal, because a CSS container is the containing block of `position: fixed`.
    <Portal>
      <Paper component="section" variant="card" aria-labelledby="passkey-offer" sx={sheet}>
        <Stack spacing={2}>
          <Typography variant="h2" id="passkey-offer">
            次回から、パスキーでログインしませんか？
          </Typography>
          <Typography>
            指紋や顔認証、画面ロックなど、この端末の認証でログインできます。パスワードの入力は不要です。
          </Typography>
          {dialog}
          <OutcomeSnackbar>{failure}</OutcomeSnackbar>
          <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
            <Button loading={isPending} onClick={() => void call()}>
              パスキーを追加する
            </Button>
            <Button variant="outlined" disabled={isPending} onClick={dismiss}>
              今後表示しない
            </Button>
            <Button variant="text" disabled={isPending} onClick={onClose}>
              閉じる
            </Button>
          </Stack>
        </Stack>
      </Paper>
    </Portal>
  );
}
