import { useNavigate } from "react-router-dom";
import { sessions } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { distrustBrowsers } from "#web/lib/identity/challenges/trusted-browsers.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { loadSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { SettingRow } from "./setting-row.tsx";

/**
 * Ends the trust of all browsers. Returns false if a browser may still be trusted: a stolen session can use
 * up the limit of calls.
 */
async function distrustAllBrowsers(): Promise<boolean> {
  try {
    const { browsers } = await loadSignInMethods();
    await distrustBrowsers(browsers.map(({ id }) => id));
    return true;
  } catch {
    return false;
  }
}

const signedOut = "すべての端末からログアウトしました。もう一度ログインしてください。";
const trustLeft =
  "信頼済みのブラウザーが残っている場合があります。ログイン後に「ログインとセキュリティ」でご確認のうえ、信頼を解除してください。";

/**
 * Ends all sessions of the customer, this one included. Ends the trust of browsers first, because it needs a session,
 * but its failure does not stop the sign-out. Throws unless Cognito has confirmed the end of the sessions.
 */
async function signOutEverywhere(): Promise<NavigationState> {
  const isTrustGone = await distrustAllBrowsers();
  const { result } = await callApi(sessions, { body: { operation: "sign-out" } });
  if (!result.ended) throw new ApiError({ status: 503, code: "unavailable" });
  return { message: isTrustGone ? signedOut : `${signedOut}${trustLeft}` };
}

export function SignOutEverywhere() {
  const navigate = useNavigate();
  const { call, isPending, failure } = useCall(
    async () => {
      const state = await signOutEverywhere();
      await endSession(navigate, { to: paths.signIn, state, revokes: true });
    },
    { complaint: "ログアウトできませんでした。" },
  );
  return (
    <SettingRow
      id="sessions"
      title="ログイン中の端末"
      text="端末の紛失や、お心当たりのないログインがあった場合は、この端末を含むすべての端末からログアウトしてください。信頼済みのブラウザーもすべて解除されます。あわせてパスワードの変更をお勧めします。"
      action={
        <ConfirmButton
          label="すべての端末からログアウト"
          button={{ loading: isPending }}
          title="すべての端末からログアウトしますか？"
          confirmLabel="ログアウトする"
          onConfirm={() => void call()}
        >
          この端末でも、もう一度ログインが必要になります。
        </ConfirmButton>
      }
    >
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
    </SettingRow>
  );
}
