import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { downloadFile, type FileType } from "#shared/endpoints.ts";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { Fingerprint } from "../fingerprint.tsx";
import { formatSize } from "../format-size.ts";
import type { Release } from "./release-history.tsx";
import { ReleaseNotes } from "./release-notes.tsx";

/** Downloads one version; the page stays, because the link answers with an attachment. */
export function useDownloadVersion(fileType: FileType) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (version: string) => {
      const { result } = await callApi(downloadFile, { query: { file_type: fileType, version } });
      window.location.assign(result.url);
    },
  });
  return { download: mutate, isPending, failure: error === null ? undefined : reasonFor(error) };
}

function State({ current, withdrawn }: Release) {
  if (current) return <Chip size="small" color="success" label="現在のバージョン" />;
  return withdrawn ? <Chip size="small" label="提供終了" /> : null;
}

interface ReleaseItemProps {
  fileType: FileType;
  title: string;
  release: Release;
}

/** Text, and the button at its right. */
const row = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) auto" },
  alignItems: "start",
  columnGap: 2,
  rowGap: 1,
  py: 2,
  borderTop: "1px solid",
  borderColor: "divider",
} as const;

/** One published version: what changed in it, its button, and what to check the file against. */
export function ReleaseItem({ fileType, title, release }: ReleaseItemProps) {
  const { version, publishedAt, notes, size, sha256, withdrawn } = release;
  const { download, isPending, failure } = useDownloadVersion(fileType);
  return (
    <Box component="li" sx={row}>
      <div>
        <Stack direction="row" spacing={1} useFlexGap>
          <Typography variant="h3">バージョン {version}</Typography>
          <State {...release} />
          <Typography variant="body2" color="textSecondary">
            <Sentence>{`${formatDay(publishedAt)}公開・${formatSize(size)}`}</Sentence>
          </Typography>
        </Stack>
        {notes !== "" && <ReleaseNotes notes={notes} />}
        <OutcomeSnackbar>{failure}</OutcomeSnackbar>
        <Fingerprint sha256={sha256} />
      </div>
      {!withdrawn && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<DownloadIcon />}
          loading={isPending}
          aria-label={`${title} ${version}をダウンロード`}
          onClick={() => download(version)}
        >
          ダウンロード
        </Button>
      )}
    </Box>
  );
}
