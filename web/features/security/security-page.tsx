import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { useHasPasskeys } from "#web/lib/passkeys.ts";
import { paths } from "#web/routes/paths.ts";
import { ActivitySection } from "./activity-section.tsx";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasskeysPanel } from "./passkeys/passkeys-panel.tsx";
import { PasswordSection } from "./password-section.tsx";
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
      <PasswordSection activity={activity} />
      {isWithPasskeys && <PasskeysPanel />}
      <AuthenticatorPanel />
      <TrustedBrowsers />
      <SignOutEverywhere />
      <ActivitySection activity={activity} />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
