import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { formatTime } from "#web/lib/format-day.ts";
import { useHasPasskeys } from "#web/lib/use-sign-in-methods.ts";
import { paths } from "#web/routes/paths.ts";
import { ActivitySection, useActivity } from "./activity-section.tsx";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasskeysPanel, PasskeysRow } from "./passkeys/passkeys-panel.tsx";
import { LoadingAction, SettingGroup, SettingRow } from "./setting-row.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { TrustedBrowsers } from "./trusted-browsers.tsx";

/** When the password was changed, as far as that is known. */
function LastChange({ activity: { events, error, passwordChangedAt: at } }: PasswordSectionProps) {
  if (!events) return error ? null : <Skeleton width="16rem" />;
  return (
    <Typography variant="body2" color="textSecondary">
      {at === undefined ? (
        "変更の記録はありません。"
      ) : (
        <Sentence>{`最後に変更した日時：${formatTime(new Date(at))}`}</Sentence>
      )}
    </Typography>
  );
}

interface PasswordSectionProps {
  activity: ReturnType<typeof useActivity>;
}

/** The way to another password. */
export function PasswordSection({ activity }: PasswordSectionProps) {
  const navigate = useNavigate();
  return (
    <SettingRow
      id="password"
      title="パスワード"
      text="ログインIDとあわせて、ログインに使います。"
      action={
        <Button variant="outlined" onClick={() => navigate(paths.passwordChange)}>
          パスワードを変更する
        </Button>
      }
    >
      <LastChange activity={activity} />
    </SettingRow>
  );
}

/** /security */
export default function SecurityPage() {
  const navigate = useNavigate();
  const activity = useActivity();
  const isWithPasskeys = useHasPasskeys();
  return (
    <Page header="signed-in" title="ログインとセキュリティ">
      <SettingGroup title="ログイン方法">
        <PasswordSection activity={activity} />
        {isWithPasskeys && <PasskeysPanel />}
        {isWithPasskeys === undefined && (
          <PasskeysRow action={<LoadingAction label="パスキーを確認しています" />} />
        )}
        <AuthenticatorPanel />
      </SettingGroup>
      <SettingGroup title="端末">
        <TrustedBrowsers />
        <SignOutEverywhere />
      </SettingGroup>
      <ActivitySection activity={activity} />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
