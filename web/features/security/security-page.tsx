import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useNavigate } from "react-router-dom";
import { Page } from "../../components/page.tsx";
import { paths } from "../../routes/paths.ts";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { TrustedBrowsers } from "./trusted-browsers.tsx";

/** /security */
export default function SecurityPage() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="ログインとセキュリティ">
      <PasswordSection />
      <AuthenticatorPanel />
      <TrustedBrowsers />
      <SignOutEverywhere />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
