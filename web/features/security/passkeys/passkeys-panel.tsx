import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import type { Passkey } from "../../../../shared/endpoints.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useAddPasskey } from "../../../components/passkeys/use-add-passkey.ts";
import { useRecentPassword } from "../../../components/reauthentication/use-recent-password.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { isPasskeyBrowser } from "../../../lib/passkeys.ts";
import { PasskeyList, passkeyName } from "./passkey-list.tsx";
import { usePasskeys } from "./use-passkeys.ts";

/** Passkeys: the ones there are, another one, and an end to one. Adding and removing want a recent password. */
export function PasskeysPanel() {
  const { confirmPassword, dialog } = useRecentPassword();
  const { passkeys, isLost, reload, ...removal } = usePasskeys(confirmPassword);
  const addition = useAddPasskey(confirmPassword);
  const [chosen, setChosen] = useState<Passkey>();
  const [done, setDone] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const act = async (work: () => Promise<boolean>, sentence: string): Promise<void> => {
    setDone(undefined);
    if (!(await work())) return;
    setDone(sentence);
    // What had the focus may be gone.
    heading.current?.focus();
  };
  const failure = addition.failure ?? removal.failure;
  return (
    <Stack component="section" aria-labelledby="passkeys" spacing={2}>
      {dialog}
      <Typography variant="h2" id="passkeys" ref={heading} tabIndex={-1}>
        パスキー
      </Typography>
      <Typography>
        指紋や顔認証、画面ロックなど、端末の認証でログインできます。パスワードと認証アプリの入力は不要です。
      </Typography>
      {done !== undefined && <Notice severity="success">{done}</Notice>}
      {failure !== undefined && <Notice severity="error">{failure}</Notice>}
      {!passkeys && !isLost && <Spinner label="パスキーを確認しています" />}
      {isLost && (
        <Button variant="outlined" onClick={reload}>
          もう一度読み込む
        </Button>
      )}
      {passkeys?.length === 0 && (
        <Typography color="textSecondary">追加したパスキーはありません。</Typography>
      )}
      {passkeys && passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} pending={removal.pending} onRemove={setChosen} />
      )}
      {isPasskeyBrowser() ? (
        <Button
          variant="outlined"
          loading={addition.pending}
          onClick={() =>
            void act(addition.add, "パスキーを追加しました。次回からパスキーでログインできます。")
          }
        >
          パスキーを追加する
        </Button>
      ) : (
        <Typography color="textSecondary">お使いのブラウザーは、パスキーに対応していません。</Typography>
      )}
      {chosen && passkeys && (
        <ConfirmDialog
          title={`${passkeyName(passkeys, chosen)}を削除しますか？`}
          cancelLabel="キャンセル"
          confirmLabel="削除する"
          onCancel={() => setChosen(undefined)}
          onConfirm={() => {
            setChosen(undefined);
            void act(() => removal.remove(chosen), "パスキーを削除しました。");
          }}
        >
          このパスキーではログインできなくなります。端末に残っているパスキーは、端末の設定から削除してください。
        </ConfirmDialog>
      )}
    </Stack>
  );
}
