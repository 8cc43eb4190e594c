import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { useLocation, useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { paths } from "#web/routes/paths.ts";
import { DownloadItem } from "./download-item.tsx";
import { ReleaseHistory } from "./history/release-history.tsx";

const plugin = {
  title: "プラグインダウンロード",
  files: [
    { fileType: "plugin", title: "プラグイン" },
    { fileType: "template", title: "テンプレート" },
  ],
} as const;
const manual = {
  title: "マニュアルダウンロード",
  files: [{ fileType: "manual", title: "マニュアル" }],
} as const;

/** /dl/plugin and /dl/manual: the files, earlier versions, and the way back. */
export default function DownloadPage() {
  const navigate = useNavigate();
  const { title, files } = useLocation().pathname === paths.manualDownload ? manual : plugin;
  return (
    // Each is a screen of its own: the heading takes the focus.
    <Page key={title} header="signed-in" title={title}>
      <Typography>「ダウンロード」を押すと、新しいタブでダウンロードが始まります。</Typography>
      {files.map((file, index) => (
        // The first is what most people come for.
        <DownloadItem key={file.fileType} {...file} isSecondary={index > 0} />
      ))}
      {files.map((file) => (
        <ReleaseHistory key={file.fileType} {...file} />
      ))}
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </Page>
  );
}
