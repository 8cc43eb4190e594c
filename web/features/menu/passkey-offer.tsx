import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useEffect, useState } from "react";
import { Notice } from "#web/components/notice.tsx";
import {
  dismissPasskeyOffer,
  isPasskeyOfferDue,
  onPasskeyOffer,
  withdrawPasskeyOffer,
} from "#web/lib/passkey-offer.ts";
import { PasskeyOfferButtons } from "./passkey-offer-buttons.tsx";

const Actions = lazy(() => import("./passkey-offer-actions.tsx"));

/** Over the menu, so that nothing on it moves when the offer comes. */
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

/** Once after a sign-in with the password (`passkey-offer.ts`). The menu does not wait until that is decided. */
export function PasskeyOffer() {
  const [state, setState] = useState("gone");
  useEffect(() => {
    const offer = (): void => {
      if (!isPasskeyOfferDue()) return;
      withdrawPasskeyOffer();
      setState("offered");
    };
    offer();
    return onPasskeyOffer(offer);
  }, []);
  if (state === "gone") return null;
  if (state === "added")
    return <Notice severity="success">パスキーを追加しました。次回からパスキーでログインできます。</Notice>;
  const dismiss = (): void => {
    dismissPasskeyOffer();
    setState("gone");
  };
  const close = (): void => setState("gone");
  return (
    <Paper component="section" variant="card" aria-labelledby="passkey-offer" sx={sheet}>
      <Stack spacing={2}>
        <Typography variant="h2" id="passkey-offer">
          次回から、パスキーでログインしませんか？
        </Typography>
        <Typography>
          指紋や顔認証、画面ロックなど、この端末の認証でログインできます。パスワードの入力は不要です。
        </Typography>
        <Suspense fallback={<PasskeyOfferButtons onDismiss={dismiss} onClose={close} />}>
          <Actions onAdded={() => setState("added")} onDismiss={dismiss} onClose={close} />
        </Suspense>
      </Stack>
    </Paper>
  );
}
