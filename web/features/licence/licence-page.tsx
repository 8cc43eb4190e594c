import Button, { type ButtonProps } from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { type BodyOf, licenceKey as endpoint } from "#shared/endpoints.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { useOptionalProfile } from "#web/lib/queries/use-profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { BackToMenu } from "#web/ui/path-button.tsx";
import { Section } from "#web/ui/section.tsx";

type Operation = BodyOf<typeof endpoint>["operation"];

const complaints = {
  reveal: "ライセンスキーを表示できませんでした。",
  resend: "ライセンスキーを送信できませんでした。",
  reissue: "ライセンスキーを再発行できませんでした。",
} as const;

/**
 * Returns the revealed key and the calls that reveal, resend and reissue it. `dialog` must be rendered; it
 * asks for the password.
 */
function useLicenceKey() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const [key, setKey] = useState<string>();
  /** Resolves to `undefined` if the customer cancels. */
  const run = async (operation: Operation): Promise<Operation | undefined> => {
    const response = await withRecentPassword(() => callApi(endpoint, { body: { operation } }));
    if (response === "cancelled") return undefined;
    // The response of `reissue` has no key: the shown key is invalid.
    if (operation !== "resend") setKey(response.result.licenceKey);
    return operation;
  };
  const { buttonProps, data, failure } = useCall(run, {
    isShownHere: () => true,
    sentence: (error, operation = "reveal") => failureSentence(error, complaints[operation]),
  });
  return { key, hide: () => setKey(undefined), buttonProps, done: data, failure, dialog };
}

/** A masked key of the length of a licence key. */
const mask = Array(6).fill("•••••").join("-");

interface KeyBoxProps {
  /** The key in clear text. `undefined` shows the mask. */
  licenceKey: string | undefined;
  reveal: ButtonProps;
  onHide: () => void;
}

/** The licence key, masked by default. */
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

/** Reissues the key after a confirmation. */
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
  const email = useOptionalProfile()?.Email;
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
