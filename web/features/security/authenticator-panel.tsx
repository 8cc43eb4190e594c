import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { lazy, Suspense, useRef, useState } from "react";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { LoadingAction, SettingRow } from "./setting-row.tsx";
import { useAuthenticator } from "./use-authenticator.ts";

const AuthenticatorSetUp = lazy(() => loadScreen(() => import("./authenticator-set-up.tsx")));

const texts = {
  on: "ログインのたびに、認証アプリに表示される認証コードが必要です。信頼済みのブラウザーでは省略されます。",
  off: "オンにすると、パスワードに加えて、スマートフォンの認証アプリに表示される認証コードがログインに必要になります。",
} as const;

function State({ is }: { is: "on" | "off" }) {
  const label = (
    <span>
      <span className="visually-hidden">現在の設定：</span>
      <span>{is === "on" ? "オン" : "オフ"}</span>
    </span>
  );
  return <Chip color={is === "on" ? "success" : "default"} label={label} />;
}

/** The authenticator app's setting and its button. Switching it off needs a recent password. */
export function AuthenticatorPanel() {
  const { confirmPassword, dialog } = useRecentPassword();
  const { state, loadFailure, failure, reload, startSetUp, endSetUp, switchOn, switchOff } =
    useAuthenticator(confirmPassword);
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Focuses the heading, because the focused button disappears. */
  const settle = (sentence?: string): void => {
    setDone(sentence);
    heading.current?.focus();
  };
  const setUp = async (): Promise<void> => {
    setDone(undefined);
    if ((await startSetUp.call()) !== undefined) settle();
  };
  const switchOffNow = async (): Promise<void> => {
    setDone(undefined);
    if (await switchOff.call()) settle("認証アプリをオフにしました。");
  };
  const actions = {
    loading: <LoadingAction label="認証アプリの設定を確認しています" />,
    off: (
      <Button variant="outlined" loading={startSetUp.isPending} onClick={() => void setUp()}>
        認証アプリを設定する
      </Button>
    ),
    on: (
      <ConfirmButton
        label="認証アプリをオフにする"
        button={{ loading: switchOff.isPending }}
        title="認証アプリをオフにしますか？"
        confirmLabel="オフにする"
        onConfirm={() => void switchOffNow()}
      >
        次回から、ログインIDとパスワードだけでログインできるようになります。
      </ConfirmButton>
    ),
    unknown: (
      <Button variant="outlined" onClick={reload}>
        再試行
      </Button>
    ),
    "set-up": null,
  };
  return (
    <SettingRow
      id="authenticator"
      title="認証アプリ"
      headingRef={heading}
      state={(state.is === "on" || state.is === "off") && <State is={state.is} />}
      text={texts[state.is === "on" ? "on" : "off"]}
      action={actions[state.is]}
    >
      {dialog}
      {done !== undefined && <AlertBox severity="success">{done}</AlertBox>}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {state.is === "unknown" && <AlertBox severity="error">{loadFailure}</AlertBox>}
      {state.is === "set-up" && (
        <Suspense fallback={<Spinner />}>
          <AuthenticatorSetUp
            secret={state.secret}
            switchOn={switchOn}
            onDone={() => {
              endSetUp(true);
              settle("認証アプリをオンにしました。次回のログインから認証コードが必要です。");
            }}
            onCancel={() => {
              endSetUp(false);
              settle();
            }}
          />
        </Suspense>
      )}
    </SettingRow>
  );
}
