import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { exportData } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { useProfileQuery } from "#web/lib/queries/use-profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { BackToMenu, PathButton } from "#web/ui/path-button.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { CloseSection } from "./close-section.tsx";

/** Returns the download of the customer's data. `dialog` must be rendered; it asks for the password. */
function useExport() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const download = useFileDownload(async (_: undefined) => {
    const response = await withRecentPassword(() => callApi(exportData, {}));
    if (response === "cancelled") return undefined;
    const { fileName, zip: base64 } = response.result;
    return { fileName, base64, type: "application/zip" };
  }, "データをダウンロードできませんでした。");
  return { ...download, dialog };
}

/** Downloads all data of the customer as a file. */
function ExportSection() {
  const { buttonProps, isSaved, failure, dialog } = useExport();
  return (
    <Section id="export" title="データのダウンロード">
      <Typography>
        カスタマーポータルがお預かりしているお客様のデータを、ZIPファイルでダウンロードできます。ブラウザーで読めるページ（index.html）と、同じ内容のJSON（customer.json）が入っています。
      </Typography>
      <Typography>
        ライセンスキー、パスワード、秘密鍵などは、設定の有無だけを記載します。請求書と領収書は、
        <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からダウンロードできます。
      </Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {isSaved && (
        <AlertBox severity="success">
          ダウンロードしました。個人情報が含まれますので、大切に保管してください。
        </AlertBox>
      )}
      <Button startIcon={<DownloadIcon />} {...buttonProps(undefined)}>
        データをダウンロード
      </Button>
      {dialog}
    </Section>
  );
}

/** Leads to the menu, or to the sign-up wizard without a profile. */
function Back() {
  if (useProfileQuery(true).data !== null) return <BackToMenu />;
  return (
    <PathButton variant="outlined" to={paths.signUp}>
      新規登録に戻る
    </PathButton>
  );
}

/** /leave */
export default function LeavePage() {
  return (
    <Page header="signed-in" title="データのダウンロードと退会">
      <ExportSection />
      <Divider />
      <CloseSection />
      <Back />
    </Page>
  );
}
