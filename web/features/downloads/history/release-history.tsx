import Button from "@mui/material/Button";
import List from "@mui/material/List";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { downloadFile, type FileType, releases } from "#shared/endpoints.ts";
import { Disclosure } from "#web/components/disclosure.tsx";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { downloadQuery } from "#web/lib/downloads.ts";
import { type Release, ReleaseItem } from "./release-item.tsx";

/** Every version of a file. Asked for once the current one is there, which most people come for. */
export function useReleases(fileType: FileType) {
  const { data: current } = useQuery({ ...downloadQuery(fileType), enabled: false });
  const query = useQuery({
    queryKey: ["releases", fileType],
    queryFn: async () => (await callApi(releases, { query: { file_type: fileType } })).result.releases,
    enabled: current !== undefined,
  });
  return query;
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
      {releases.length > shown && (
        <Button variant="outlined" onClick={() => setShown(releases.length)}>
          以前のバージョンをすべて表示
        </Button>
      )}
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

/** Every version of a file with its notes, the latest first; loaded when it is unfolded. */
export const ReleaseHistory = (file: ReleaseHistoryProps) => (
  <Disclosure title={`${file.title}のリリース履歴`} lazy>
    <LoadedHistory {...file} />
  </Disclosure>
);
