import Button, { type ButtonProps } from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Page } from "#web/layout/page.tsx";
import { useRegistered } from "#web/lib/queries/use-customer.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { BackToMenu } from "#web/ui/path-button.tsx";
import { Section } from "#web/ui/section.tsx";
import { useLicenceKey } from "./use-licence-key.ts";

/** As long as a key. */
const mask = Array(6).fill("•••••").join("-");

interface KeyBoxProps {
  /** In clear; masked without it. */
  licenceKey: string | undefined;
  reveal: ButtonProps;
  onHide: () => void;
}

/** The key, masked until its owner asks. */
function KeyBox({ licenceKey, reveal, onHide }: KeyBoxProps) {
  return (
    <Paper variant="quiet">
      <Stack spacing={2}>
        <Stack direction="row" spacing={1} sx={{ minHeight: "2.75rem" }}>
          {licenceKey === undefined ? (
            <Typography component="code">
              <span aria-hidden>{mask}</span>
              <span className="visually-hidden">表示していません</span>
            </Typography>
          ) : (
            <>
              <Typography component="code" translate="no">
                {licenceKey}
              </Typography>
              <CopyButton text={licenceKey} label="ライセンスキーをコピー" />
            </>
          )}
        </Stack>
        <Button variant="outlined" {...reveal} {...(licenceKey !== undefined && { onClick: onHide })}>
          <span>{licenceKey === undefined ? "表示する" : "隠す"}</span>
        </Button>
      </Stack>
    </Paper>
  );
}

/** Another key in the place of this one, after a question. */
function Reissue({ onClick, ...button }: { onClick: () => void; loading: boolean; disabled: boolean }) {
  return (
    <Section id="reissue" title="再発行">
      <Typography>
        ライセンスキーが第三者に知られた可能性がある場合は、再発行してください。これまでのキーは無効になり、新しいキーをメールでお送りします。
      </Typography>
      <ConfirmButton
        label="再発行する"
        button={button}
        title="ライセンスキーを再発行しますか？"
        confirmLabel="再発行する"
        onConfirm={onClick}
      >
        これまでのキーは無効になり、元に戻せません。プラグインの設定画面で、新しいキーを登録し直す必要があります。
      </ConfirmButton>
    </Section>
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
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    message.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return text === undefined ? null : (
    <AlertBox ref={message} severity="success">
      {text}
    </AlertBox>
  );
}

function Resend({ email, button }: { email: string | undefined; button: ButtonProps }) {
  return (
    <Section id="resend" title="メールで再送信">
      <Typography>
        ご登録のメールアドレスに、同じライセンスキーをもう一度お送りします。
        <br />
        <span>{`送信先：${email}`}</span>
      </Typography>
      <Button variant="outlined" {...button}>
        メールで再送信する
      </Button>
    </Section>
  );
}

/** /licence */
export default function LicencePage() {
  const email = useRegistered()?.Email;
  const { key, hide, buttonProps, done, failure, dialog } = useLicenceKey();
  return (
    <Page header="signed-in" title="ライセンスキー">
      <Typography>
        プラグインの設定画面で登録するライセンスキー（認証キー）です。第三者に知られないよう、大切に保管してください。
        <br />
        表示や再送信の前に、パスワードの入力をお願いすることがあります。
      </Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <Outcome key={done} text={done && outcomes[done]} />
      <KeyBox licenceKey={key} reveal={buttonProps("reveal")} onHide={hide} />
      <Resend email={email} button={buttonProps("resend")} />
      <Reissue {...buttonProps("reissue")} />
      <BackToMenu />
      {dialog}
    </Page>
  );
}
