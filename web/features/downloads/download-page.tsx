import List from "@mui/material/List";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { downloadFile, type FileType, releases } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import { LoadedSection, NextPageButton } from "#web/components/loaded-section.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { downloadQuery } from "#web/lib/queries/downloads.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { BackToMenu } from "#web/ui/path-button.tsx";
import { DownloadItem } from "./download-item.tsx";
import { type Release, ReleaseItem } from "./release-item.tsx";

/** Returns the query of all releases of a file. It waits for the current release, which most customers need. */
function useReleases(fileType: FileType) {
  const { data: current } = useQuery({ ...downloadQuery(fileType), enabled: false });
  return useQuery({
    queryKey: ["releases", fileType],
    queryFn: async () => (await callApi(releases, { query: { file_type: fileType } })).result.releases,
    enabled: current !== undefined,
  });
}

interface ReleaseHistoryProps {
  fileType: FileType;
  /** The file's name on the screen. */
  title: string;
}

const shownAtFirst = 5;

function Versions({ releases, fileType, title }: ReleaseHistoryProps & { releases: readonly Release[] }) {
  const [shown, setShown] = useState(shownAtFirst);
  const { buttonProps, failure } = useFileDownload(
    async (version: string) =>
      (await callApi(downloadFile, { query: { file_type: fileType, version } })).result,
    `${title}をダウンロードできませんでした。`,
  );
  return (
    <>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <List disablePadding>
        {releases.slice(0, shown).map((release) => (
          <ReleaseItem
            key={release.version}
            title={title}
            release={release}
            download={buttonProps(release.version)}
          />
        ))}
      </List>
      <NextPageButton isShown={releases.length > shown} onLoad={() => setShown(releases.length)}>
        以前のバージョンをすべて表示
      </NextPageButton>
    </>
  );
}

function LoadedHistory(file: ReleaseHistoryProps) {
  const { data, error, refetch } = useReleases(file.fileType);
  return (
    <LoadedSection
      query={{ data, error, refetch }}
      name="リリース履歴"
      empty="公開されたバージョンはまだありません。"
    >
      {(releases) => <Versions releases={releases} {...file} />}
    </LoadedSection>
  );
}

/** The disclosure with all releases of a file, newest first. They are loaded when it is opened. */
const ReleaseHistory = (file: ReleaseHistoryProps) => (
  <Disclosure title={`${file.title}のリリース履歴`} lazy>
    <LoadedHistory {...file} />
  </Disclosure>
);

const plugin = {
  title: ["プラグイン", "ダウンロード"],
  files: [
    { fileType: "plugin", title: "プラグイン" },
    { fileType: "template", title: "テンプレート" },
  ],
} as const;
const manual = {
  title: ["マニュアル", "ダウンロード"],
  files: [{ fileType: "manual", title: "マニュアル" }],
} as const;

/** Whether the browser is Safari on a Mac. An iPad has the same user agent, but does not unpack downloads. */
const unpacksDownloads = (): boolean =>
  /Macintosh.*Version\/.*Safari\//.test(navigator.userAgent) && navigator.maxTouchPoints === 0;

const packedFileNote = (
  <AlertBox severity="info">
    Safariは、ダウンロードしたファイルを自動で展開します。展開されたファイルは、kintoneに読み込めません。Safariの「設定」の「一般」で「ダウンロード後、“安全な”ファイルを開く」のチェックを外してから、ダウンロードしてください。
  </AlertBox>
);

/** /dl/plugin and /dl/manual. */
export default function DownloadPage() {
  const shown = useLocation().pathname === paths.manualDownload ? manual : plugin;
  const { title, files } = shown;
  return (
    // Each path is a screen, so the heading receives the focus.
    <Page key={title[0]} header="signed-in" title={title}>
      <Typography>「ダウンロード」を押すと、新しいタブでダウンロードが始まります。</Typography>
      {shown === plugin && unpacksDownloads() && packedFileNote}
      {files.map((file, index) => (
        // Most customers need the first file.
        <DownloadItem key={file.fileType} {...file} isSecondary={index > 0} />
      ))}
      {files.map((file) => (
        <ReleaseHistory key={file.fileType} {...file} />
      ))}
      <BackToMenu />
    </Page>
  );
}
