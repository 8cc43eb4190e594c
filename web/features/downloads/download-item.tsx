import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { downloadFile, type FileType, type ResponseOf } from "#shared/endpoints.ts";
import { defaultDownloadVersion } from "#shared/limits.ts";
import { paths } from "#shared/site/paths.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { downloadQuery, renewAfter } from "#web/lib/queries/downloads.ts";
import { veryNarrow } from "#web/theme/media.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { Fingerprint, formatSize } from "./file-facts.tsx";

interface Download {
  /** `undefined` until it is loaded. */
  release: ResponseOf<typeof downloadFile>["result"] | undefined;
  /** False while a URL that may have expired is renewed. */
  usable: boolean;
}

/** Milliseconds. A URL is valid for five minutes, and is not used in its last ten seconds. */
const usableFor = 5 * 60_000 - 10_000;
const retryEvery = 5_000;

/**
 * Returns the current release of a file, and renews its URL while the screen is open. A failure of the first
 * load leads to /error (specification section 8); a failure of a renewal is retried.
 */
function useDownload(fileType: FileType): Download {
  const { data, error } = useQuery({
    ...downloadQuery(fileType),
    meta: { failure: (_error, hasData) => (hasData ? "stay" : "error-page") },
    refetchInterval: ({ state }) => (state.error ? retryEvery : renewAfter),
    refetchOnReconnect: "always",
    refetchOnWindowFocus: true,
    // Renders after every renewal attempt, because `usable` depends on the time.
    notifyOnChangeProps: "all",
  });
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  return { release: data?.release, usable: data !== undefined && Date.now() - data.requestedAt < usableFor };
}

/** Adds the press to the activity. A failure is only logged, because the download works. */
function recordPress(fileType: FileType): void {
  callApi(downloadFile, { query: { file_type: fileType, pressed: "true" } }).catch((error: unknown) =>
    console.warn(error),
  );
}

interface DownloadLinkProps {
  fileType: FileType;
  variant: "contained" | "outlined";
  download: Download;
}

/**
 * The download button of a file. A link whose URL is loaded before the press, so that no browser blocks the
 * new tab as a pop-up. It is loading without a usable URL, and leads to /error if the release has none.
 */
function DownloadLink({ fileType, variant, download: { release, usable } }: DownloadLinkProps) {
  const navigate = useNavigate();
  const name = `${fileType}.zipをダウンロード`;
  const common = { variant, startIcon: <DownloadIcon />, children: "ダウンロード" };
  if (!usable || !release) return <Button loading aria-label={name} {...common} />;
  if (release.url === "")
    return <Button aria-label={name} onClick={() => navigate(paths.error)} {...common} />;
  return (
    <Button
      href={release.url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => recordPress(fileType)}
      aria-label={`${name}（新しいタブで開きます）`}
      {...common}
    />
  );
}

interface DownloadItemProps {
  fileType: FileType;
  title: string;
  /** Outlined, for a file that few customers need. */
  isSecondary?: boolean;
}

/** Icon, title and button in one row. On a phone, the button is below. */
const row = {
  display: "grid",
  gridTemplateColumns: { xs: "auto minmax(0, 1fr)", "@sm": "auto minmax(0, 1fr) auto" },
  alignItems: "center",
  columnGap: 2,
  rowGap: 2,
  p: { xs: 2, sm: 2.5 },
  [veryNarrow]: { px: 0.75, gridTemplateColumns: "minmax(0, 1fr)", "& > svg": { display: "none" } },
} as const;

const quiet = { m: 0, color: "text.secondary" } as const;

/** Version, date and size. The version is the specification's until the release is loaded. */
function ReleaseFacts({ release }: Pick<Download, "release">) {
  const day = formatDay(release?.publishedAt);
  const size = release?.size === undefined ? undefined : formatSize(release.size);
  return (
    <Typography
      component="dl"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, minHeight: { xs: "3.6rem", sm: 0 } }}
    >
      <dt className="visually-hidden">バージョン</dt>
      <Box component="dd" sx={{ m: 0, fontWeight: 700 }}>
        {release?.version ?? defaultDownloadVersion}
      </Box>
      {!release && <Skeleton component="dd" width="11rem" sx={{ m: 0 }} />}
      {day !== undefined && (
        <Box component="dd" sx={quiet}>
          <Sentence>{`${day}公開`}</Sentence>
        </Box>
      )}
      {size !== undefined && (
        <Box component="dd" sx={quiet}>
          {size}
        </Box>
      )}
    </Typography>
  );
}

/** A file: its release, its download button and its fingerprint. */
export function DownloadItem({ fileType, title, isSecondary = false }: DownloadItemProps) {
  const download = useDownload(fileType);
  const { release } = download;
  return (
    <Paper component="section" variant="outlined" aria-label={title} sx={row}>
      <FolderZip aria-hidden color="secondary" fontSize="large" />
      <div>
        <Typography variant="h2">
          <span>{title}</span>{" "}
          <Typography component="span" variant="caption" color="textSecondary">
            {`${fileType}.zip`}
          </Typography>
        </Typography>
        <ReleaseFacts release={release} />
      </div>
      <Box sx={{ gridColumn: { xs: "1 / -1", "@sm": "auto" } }}>
        <DownloadLink
          fileType={fileType}
          variant={isSecondary ? "outlined" : "contained"}
          download={download}
        />
      </Box>
      <Box sx={{ gridColumn: "1 / -1", minHeight: "2.75rem" }}>
        {!release && <Skeleton width="24rem" height="2.75rem" />}
        {release?.sha256 !== undefined && <Fingerprint sha256={release.sha256} />}
      </Box>
    </Paper>
  );
}
