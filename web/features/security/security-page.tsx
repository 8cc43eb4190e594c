import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { useHasPasskeys } from "#web/lib/passkeys.ts";
import { paths } from "#web/routes/paths.ts";
import { ActivitySection } from "./activity-section.tsx";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasskeysPanel, PasskeysRow } from "./passkeys/passkeys-panel.tsx";
import { PasswordSection } from "./password-section.tsx";
import { LoadingAction, SettingGroup } from "./setting-row.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { TrustedBrowsers } from "./trusted-browsers.tsx";
import { useActivity } from "./use-activity.ts";

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
