import Typography from "@mui/material/Typography";
import { paths } from "#shared/site/paths.ts";
import { Page } from "#web/layout/page.tsx";
import { formatTime } from "#web/lib/format-day.ts";
import { useHasPasskeys } from "#web/lib/queries/use-sign-in-methods.ts";
import { BackToMenu, PathButton } from "#web/ui/path-button.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { type Activity, ActivitySection, useActivity } from "./activity-section.tsx";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasskeysPanel, PasskeysRow, PasskeysSkeleton } from "./passkeys-panel.tsx";
import { LoadingAction, lineSkeleton, SettingGroup, SettingRow } from "./setting-row.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { TrustedBrowsers } from "./trusted-browsers.tsx";

/** The time of the last password change, if it is known. */
function LastChange({ activity: { data, error, isFetching } }: { activity: Activity }) {
  if (!data) return error && !isFetching ? null : lineSkeleton;
  const at = data.pages[0]?.passwordChangedAt;
  return (
    <Typography variant="body2" color="textSecondary">
      {at === undefined ? (
        "まだ変更していません。"
      ) : (
        <Sentence>{`最後に変更した日時：${formatTime(at)}`}</Sentence>
      )}
    </Typography>
  );
}

function PasswordSection({ activity }: { activity: Activity }) {
  return (
    <SettingRow
      id="password"
      title="パスワード"
      text="ログインIDとあわせて、ログインに使います。"
      action={
        <PathButton variant="outlined" to={paths.passwordChange}>
          パスワードを変更する
        </PathButton>
      }
    >
      <LastChange activity={activity} />
    </SettingRow>
  );
}

/** /security */
export default function SecurityPage() {
  const activity = useActivity();
  const isWithPasskeys = useHasPasskeys();
  return (
    <Page header="signed-in" title="ログインとセキュリティ">
      <SettingGroup title="ログイン方法">
        <PasswordSection activity={activity} />
        {isWithPasskeys && <PasskeysPanel />}
        {isWithPasskeys === undefined && (
          <PasskeysRow action={<LoadingAction label="パスキーを確認しています" />}>
            <PasskeysSkeleton />
          </PasskeysRow>
        )}
        <AuthenticatorPanel />
      </SettingGroup>
      <SettingGroup title="端末">
        <TrustedBrowsers />
        <SignOutEverywhere />
      </SettingGroup>
      <ActivitySection activity={activity} />
      <BackToMenu />
    </Page>
  );
}
