import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";
import { ReleaseHistory } from "./history/release-history.tsx";

/** /dl/plugin */
export default function PluginDownloadPage() {
  return (
    <DownloadPage
      title="プラグインダウンロード"
      lead="「ダウンロード」を押すと、新しいタブでダウンロードが始まります。"
      history={
        <>
          <ReleaseHistory fileType="plugin" title="プラグイン" />
          <ReleaseHistory fileType="template" title="テンプレート" />
        </>
      }
    >
      <DownloadItem fileType="plugin" title="プラグイン" />
      <DownloadItem fileType="template" title="テンプレート" isSecondary />
    </DownloadPage>
  );
}
