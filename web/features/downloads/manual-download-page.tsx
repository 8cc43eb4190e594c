import { DownloadItem } from "./download-item.tsx";
import { DownloadPage } from "./download-page.tsx";

/** /dl/manual */
export default function ManualDownloadPage() {
  return (
    <DownloadPage
      title="マニュアルダウンロード"
      lead="アイコンを押すと、ファイルが新しいタブで開き、ダウンロードが始まります。"
    >
      <DownloadItem fileType="manual" title="マニュアル" />
    </DownloadPage>
  );
}
