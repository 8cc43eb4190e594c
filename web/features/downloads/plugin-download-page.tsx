import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";

/** /dl/plugin */
export default function PluginDownloadPage() {
  return (
    <DownloadPage
      title="プラグインダウンロード"
      lead="「ダウンロード」を押すと、新しいタブでダウンロードが始まります。"
    >
      <DownloadItem fileType="plugin" title="プラグイン" />
      <DownloadItem fileType="template" title="テンプレート" />
    </DownloadPage>
  );
}
