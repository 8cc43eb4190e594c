import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { paths } from "#web/routes/paths.ts";
import { useExport } from "./use-export.ts";

/** Everything that the portal holds of the customer, as a file. */
export function ExportSection() {
  const { download, isPending, isSaved, failure, dialog } = useExport();
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
      {failure !== undefined && (
        <OutcomeSnackbar>データをダウンロードできませんでした。{failure}</OutcomeSnackbar>
      )}
      {isSaved && (
        <Notice severity="success">
          ダウンロードしました。個人情報が含まれますので、大切に保管してください。
        </Notice>
      )}
      <Button startIcon={<DownloadIcon />} loading={isPending} onClick={download}>
        データをダウンロード
      </Button>
      {dialog}
    </Stack>
  );
}
