import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import { exportData } from "#shared/endpoints.ts";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Page } from "#web/components/page.tsx";
import { useRecentPassword } from "#web/components/reauthentication/use-recent-password.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { paths } from "#web/routes/paths.ts";
import { CloseSection } from "./close-section.tsx";

/** `dialog` is to be rendered: it asks for the password. */
function useExport() {
  const { withRecentPassword, dialog } = useRecentPassword();
  const download = useFileDownload(async (_: undefined) => {
    const answer = await withRecentPassword(() => callApi(exportData, {}));
    if (answer === "cancelled") return undefined;
    const { fileName, zip: base64 } = answer.result;
    return { fileName, base64, type: "application/zip" };
  }, "データをダウンロードできませんでした。");
  return { ...download, dialog };
}

/** Everything that the portal holds of the customer, as a file. */
function ExportSection() {
  const { buttonProps, isSaved, failure, dialog } = useExport();
  return (
    <Stack component="section" spacing={2} aria-labelledby="export">
      <Typography variant="h2" id="export">
        データのダウンロード
      </Typography>
      <Typography>
        カスタマーポータルがお預かりしているお客様のデータを、ZIPファイルでダウンロードできます。ブラウザーで読めるページ（index.html）と、同じ内容のJSON（customer.json）が入っています。
      </Typography>
      <Typography>
        ライセンスキー、パスワード、秘密鍵などは、設定の有無だけを記載します。請求書と領収書は、
        <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からダウンロードできます。
      </Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {isSaved && (
        <Notice severity="success">
          ダウンロードしました。個人情報が含まれますので、大切に保管してください。
        </Notice>
      )}
      <Button startIcon={<DownloadIcon />} {...buttonProps(undefined)}>
        データをダウンロード
      </Button>
      {dialog}
    </Stack>
  );
}

/** /leave */
export default function LeavePage() {
  const navigate = useNavigate();
  return (
    <Page header="signed-in" title="データのダウンロードと退会">
      <ExportSection />
      <Divider />
      <CloseSection />
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
