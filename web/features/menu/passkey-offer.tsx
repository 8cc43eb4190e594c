import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useEffect, useState } from "react";
import { Notice } from "#web/components/notice.tsx";
import { dismissPasskeyOffer, isPasskeyOfferDue, withdrawPasskeyOffer } from "#web/lib/passkey-offer.ts";
import { PasskeyOfferButtons } from "./passkey-offer-buttons.tsx";

const Actions = lazy(() => import("./passkey-offer-actions.tsx"));

/** Once after a sign-in with the password (`passkey-offer.ts`): there with the menu's first paint, or not at all. */
export function PasskeyOffer() {
  const [state, setState] = useState(() => (isPasskeyOfferDue() ? "offered" : "gone"));
  useEffect(withdrawPasskeyOffer, []);
  if (state === "gone") return null;
  if (state === "added")
    return <Notice severity="success">パスキーを追加しました。次回からパスキーでログインできます。</Notice>;
  const dismiss = (): void => {
    dismissPasskeyOffer();
    setState("gone");
  };
  return (
    <Paper component="section" variant="card" aria-labelledby="passkey-offer">
      <Stack spacing={2}>
        <Typography variant="h2" id="passkey-offer">
          次回から、パスキーでログインしませんか？
        </Typography>
        <Typography>
          指紋や顔認証、画面ロックなど、この端末の認証でログインできます。パスワードの入力は不要です。
        </Typography>
        <Suspense fallback={<PasskeyOfferButtons onDismiss={dismiss} />}>
          <Actions onAdded={() => setState("added")} onDismiss={dismiss} />
        </Suspense>
      </Stack>
    </Paper>
  );
}
