import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { endSession } from "#web/lib/end-session.ts";
import { callCognito } from "#web/lib/identity/call-cognito.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { attemptSignedIn } from "#web/lib/identity/session.ts";
import { forgetBrowsers } from "#web/lib/identity/trusted-browsers.ts";
import { loadSignInMethods } from "#web/lib/sign-in-methods.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { SettingRow } from "./setting-row.tsx";

/**
 * Ends every session of the signed-in person at Cognito, this one included, and trusts no browser any more. Throws as
 * `attemptSignedIn` does when Cognito has not said that it is done: Amplify's own global sign-out keeps that to itself.
 */
async function signOutEverywhere(): Promise<void> {
  const { browsers } = await loadSignInMethods();
  await forgetBrowsers(browsers.map(({ id }) => id));
  await attemptSignedIn(async ({ fetchAuthSession }) => {
    const { tokens } = await fetchAuthSession();
    if (!tokens) throw new IdentityError("UserUnAuthenticatedException", "No session");
    await callCognito("GlobalSignOut", { AccessToken: tokens.accessToken.toString() });
  });
}

const goodbye: NavigationState = {
  notice: "すべての端末からログアウトしました。もう一度ログインしてください。",
};

function useSignOutEverywhere() {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await signOutEverywhere();
      await endSession(navigate, { to: paths.signIn, state: goodbye, revokes: true });
    },
  });
  const failure = failureSentence(error, "ログアウトできませんでした。");
  return { failure, pending: isPending, leave: () => mutate() };
}

/** Ends every session of the customer's, this one included. */
export function SignOutEverywhere() {
  const { failure, pending, leave } = useSignOutEverywhere();
  const [asking, setAsking] = useState(false);
  return (
    <SettingRow
      id="sessions"
      title="ログイン中の端末"
      text="端末の紛失や、心当たりのないログインがあった場合は、この端末を含むすべての端末からログアウトしてください。信頼したブラウザーもすべて解除されます。あわせてパスワードの変更をお勧めします。"
      action={
        <Button variant="outlined" loading={pending} onClick={() => setAsking(true)}>
          すべての端末からログアウト
        </Button>
      }
    >
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {asking && (
        <ConfirmDialog
          title="すべての端末からログアウトしますか？"
          cancelLabel="キャンセル"
          confirmLabel="ログアウトする"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            leave();
          }}
        >
          この端末でも、もう一度ログインが必要になります。
        </ConfirmDialog>
      )}
    </SettingRow>
  );
}
