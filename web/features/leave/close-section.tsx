import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { account } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isRefusal, reasonFor } from "#web/lib/api/failure.ts";
import { endSession } from "#web/lib/navigation/end-session.ts";
import { reloadProfile } from "#web/lib/queries/profile.ts";
import { useProfileQuery } from "#web/lib/queries/use-profile.ts";
import { ConfirmButton } from "#web/ui/confirm-dialog.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Section } from "#web/ui/section.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/**
 * Returns a call that closes the account, ends the session and shows the completion screen. `dialog` must be
 * rendered; it asks for the password.
 */
function useClose(plan: string | undefined) {
  const navigate = useNavigate();
  const { withRecentPassword, dialog } = useRecentPassword();
  const close = useCall(
    async () => {
      const response = await withRecentPassword(() =>
        callApi(account, { body: { operation: "close", plan } }),
      );
      if (response === "cancelled") return;
      const state = { completed: true } as const;
      await endSession(navigate, { to: paths.leaveComplete, replace: true, state, revokes: true });
    },
    {
      isShownHere: () => true,
      sentence: (error) => `退会できませんでした。${reasonFor(error) ?? ""}`,
      onError: (error) => isRefusal(error) && void reloadProfile(),
    },
  );
  return { ...close, dialog };
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h3" gutterBottom>
        {title}
      </Typography>
      <Stack component="ul" spacing={0.5}>
        {children}
      </Stack>
    </div>
  );
}

/** Lists the data that is deleted, at once and later, and the data that is retained. */
function Consequences({ hasContract }: { hasContract: boolean }) {
  return (
    <>
      <List title="すぐに終了するもの">
        <li>カスタマーポータルへのログイン。すべての端末からログアウトします。</li>
        {hasContract && (
          <li>
            スタンダードプランのご契約。今後のご請求はありませんが、日割りでのご返金もありません。期間の終わりまでご利用になる場合は、
            <TextLink to={paths.contract}>ご契約とお支払い</TextLink>から解約をお申し込みください。
          </li>
        )}
      </List>
      <List title="30日後に消去するもの">
        <li>
          お客様情報、Vonageの接続情報、ライセンスキー、ご利用履歴など、お預かりしているすべてのデータ。
        </li>
        <li>
          <Sentence>それまでは、お問い合わせいただければ、アカウントを元に戻せます。</Sentence>
        </li>
      </List>
      <List title="保存するもの">
        <li>請求書などの取引の記録。法令に定められた期間、保存いたします。</li>
      </List>
    </>
  );
}

/** Closes the account, even without a profile, after a confirmation and the password. */
export function CloseSection() {
  const plan = useProfileQuery(true).data?.Plan;
  const { call, isPending, error, failure, dialog } = useClose(plan);
  const hasContract = plan === "standard";
  return (
    <Section id="close" title="退会">
      <Typography>
        お手続きの前に、必要なデータと請求書をダウンロードしてください。退会すると、ダウンロードできなくなります。
      </Typography>
      <Consequences hasContract={hasContract} />
      {failure !== undefined && (
        <OutcomeSnackbar>
          <Sentence>{failure}</Sentence>
          {error instanceof ApiError && error.code === "open_invoice" && (
            <Typography>
              <TextLink to={paths.contract}>ご契約とお支払いへ</TextLink>
            </Typography>
          )}
        </OutcomeSnackbar>
      )}
      <ConfirmButton
        label="退会する"
        button={{ color: "error", loading: isPending }}
        title="退会しますか？"
        cancelLabel="退会しない"
        confirmLabel="退会する"
        onConfirm={() => void call()}
      >
        {`すぐにログインできなくなります。${hasContract ? "スタンダードプランのご契約も終了します。" : ""}お預かりしているデータは、30日後に消去します。`}
      </ConfirmButton>
      {dialog}
    </Section>
  );
}
