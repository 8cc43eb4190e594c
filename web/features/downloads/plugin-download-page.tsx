import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";

/** /dl/plugin */
export default function PluginDownloadPage() {
  return (
    <DownloadPage
      title="プラグインダウンロード"
      lead="アイコンを押すと、ファイルが新しいタブで開き、ダウンロードが始まります。"
    >
      <DownloadItem fileType="plugin" title="プラグイン" />
      <DownloadItem fileType="template" title="テンプレート" />
    </DownloadPage>
  );
}
