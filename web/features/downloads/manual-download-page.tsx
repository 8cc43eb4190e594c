import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";
import { ReleaseHistory } from "./history/release-history.tsx";

/** /dl/manual */
export default function ManualDownloadPage() {
  return (
    <DownloadPage
      title="マニュアルダウンロード"
      lead="「ダウンロード」を押すと、新しいタブでダウンロードが始まります。"
      history={<ReleaseHistory fileType="manual" title="マニュアル" />}
    >
      <DownloadItem fileType="manual" title="マニュアル" />
    </DownloadPage>
  );
}
