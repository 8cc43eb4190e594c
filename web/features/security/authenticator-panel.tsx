import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { AuthenticatorSetUp } from "./authenticator-set-up.tsx";
import { useAuthenticator } from "./use-authenticator.ts";

interface ActionProps {
  pending: boolean;
  onAct: () => void;
}

function Off({ pending, onAct }: ActionProps) {
  return (
    <>
      <Typography>
        現在の設定：<strong>オフ</strong>
        <br />
        オンにすると、パスワードに加えて、スマートフォンの認証アプリに表示される認証コードがログインに必要になります。
      </Typography>
      <Button variant="outlined" loading={pending} onClick={onAct}>
        認証アプリを設定する
      </Button>
    </>
  );
}

function On({ pending, onAct }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const confirm = (): void => {
    setAsking(false);
    onAct();
  };
  return (
    <>
      <Typography>
        現在の設定：<strong>オン</strong>
        <br />
        ログインのたびに、認証アプリに表示される認証コードが必要です。信頼したブラウザーでは省略されます。
      </Typography>
      <Button variant="outlined" loading={pending} onClick={() => setAsking(true)}>
        認証アプリをオフにする
      </Button>
      {asking && (
        <ConfirmDialog
          title="認証アプリをオフにしますか？"
          cancelLabel="キャンセル"
          confirmLabel="オフにする"
          onCancel={() => setAsking(false)}
          onConfirm={confirm}
        >
          次回から、ログインIDとパスワードだけでログインできるようになります。
        </ConfirmDialog>
      )}
    </>
  );
}

/** The authenticator app: whether it is on, and the way to the other. Switching it off wants a recent password. */
export function AuthenticatorPanel() {
  const { confirmPassword, dialog } = useRecentPassword();
  const { state, loadFailure, failure, reload, begin, end, switchOff } = useAuthenticator(confirmPassword);
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What had the focus is gone. */
  const settle = (sentence?: string): void => {
    setDone(sentence);
    heading.current?.focus();
  };
  const setUp = (): void => {
    setDone(undefined);
    begin.mutate(undefined, { onSuccess: () => settle() });
  };
  const switchOffNow = (): void => {
    setDone(undefined);
    switchOff.mutate(undefined, { onSuccess: (isOff) => isOff && settle("認証アプリをオフにしました。") });
  };
  return (
    <Stack component="section" aria-labelledby="authenticator" spacing={2}>
      {dialog}
      <Typography variant="h2" id="authenticator" ref={heading} tabIndex={-1}>
        認証アプリ
      </Typography>
      {done !== undefined && <Notice severity="success">{done}</Notice>}
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {state.is === "loading" && <Spinner label="認証アプリの設定を確認しています" />}
      {state.is === "unknown" && (
        <>
          <Notice severity="error">{loadFailure}</Notice>
          <Button variant="outlined" onClick={reload}>
            もう一度読み込む
          </Button>
        </>
      )}
      {state.is === "off" && <Off pending={begin.isPending} onAct={setUp} />}
      {state.is === "on" && <On pending={switchOff.isPending} onAct={switchOffNow} />}
      {state.is === "set-up" && (
        <AuthenticatorSetUp
          secret={state.secret}
          onDone={() => {
            end(true);
            settle("認証アプリをオンにしました。次回のログインから認証コードが必要です。");
          }}
          onCancel={() => {
            end(false);
            settle();
          }}
        />
      )}
    </Stack>
  );
}
