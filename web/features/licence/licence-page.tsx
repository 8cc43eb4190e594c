import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Page } from "#web/components/page.tsx";
import { useRegistered } from "#web/lib/use-customer.ts";
import { paths } from "#web/routes/paths.ts";
import { KeyBox } from "./key-box.tsx";
import { useLicenceKey } from "./use-licence-key.ts";

interface ReissueProps {
  pending: boolean;
  disabled: boolean;
  onReissue: () => void;
}

/** Another key in the place of this one, after a question. */
export function Reissue({ pending, disabled, onReissue }: ReissueProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Stack component="section" aria-labelledby="reissue" spacing={2}>
      <Typography variant="h2" id="reissue">
        再発行
      </Typography>
      <Typography>
        ライセンスキーが第三者に知られた可能性がある場合は、再発行してください。これまでのキーは無効になり、新しいキーをメールでお送りします。
      </Typography>
      <Button variant="outlined" loading={pending} disabled={disabled} onClick={() => setAsking(true)}>
        再発行する
      </Button>
      {asking && (
        <ConfirmDialog
          title="ライセンスキーを再発行しますか？"
          cancelLabel="キャンセル"
          confirmLabel="再発行する"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onReissue();
          }}
        >
          これまでのキーは無効になり、元に戻せません。プラグインの設定画面で、新しいキーを登録し直す必要があります。
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const outcomes = {
  reveal: undefined,
  resend:
    "ライセンスキーをメールでお送りしました。数分たっても届かない場合は、迷惑メールフォルダーをご確認ください。",
  reissue:
    "ライセンスキーを再発行し、新しいキーをメールでお送りしました。これまでのキーは無効です。プラグインの設定画面で登録し直してください。",
} as const;

function Outcome({ text }: { text: string | undefined }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return text === undefined ? null : (
    <Notice ref={notice} severity="success">
      {text}
    </Notice>
  );
}

function Resend({
  email,
  ...button
}: {
  email: string | undefined;
  pending: boolean;
  disabled: boolean;
  onClick: () => void;
}) {
  const { pending, disabled, onClick } = button;
  return (
    <Stack component="section" aria-labelledby="resend" spacing={2}>
      <Typography variant="h2" id="resend">
        メールで再送
      </Typography>
      <Typography>
        ご登録のメールアドレスに、同じライセンスキーをもう一度お送りします。
        <br />
        送信先：{email}
      </Typography>
      <Button variant="outlined" loading={pending} disabled={disabled} onClick={onClick}>
        メールで再送する
      </Button>
    </Stack>
  );
}

/** /licence */
export default function LicencePage() {
  const navigate = useNavigate();
  const email = useRegistered()?.Email;
  const { key, hide, order, pending, done, failure, dialog } = useLicenceKey();
  const busyWith = (operation: typeof pending) => ({
    pending: pending === operation,
    disabled: pending !== undefined && pending !== operation,
  });
  return (
    <Page header="signed-in" title="ライセンスキー">
      <Typography>
        プラグインの設定画面で登録するライセンスキー（認証キー）です。第三者に知られないよう、大切に保管してください。
        <br />
        表示や再送の前に、パスワードの入力をお願いすることがあります。
      </Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <Outcome key={done} text={done && outcomes[done]} />
      <KeyBox licenceKey={key} {...busyWith("reveal")} onReveal={() => order("reveal")} onHide={hide} />
      <Resend email={email} {...busyWith("resend")} onClick={() => order("resend")} />
      <Reissue {...busyWith("reissue")} onReissue={() => order("reissue")} />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
      {dialog}
    </Page>
  );
}
