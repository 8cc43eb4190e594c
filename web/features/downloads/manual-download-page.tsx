import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";

/** /dl/manual */
export default function ManualDownloadPage() {
  return (
    <DownloadPage
      title="マニュアルダウンロード"
      lead="「ダウンロード」を押すと、新しいタブでダウンロードが始まります。"
    >
      <DownloadItem fileType="manual" title="マニュアル" />
    </DownloadPage>
  );
}
