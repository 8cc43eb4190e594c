import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import type { FileType } from "#shared/endpoints.ts";
import { defaultDownloadVersion } from "#shared/limits.ts";
import { Sentence } from "#web/components/sentence.tsx";
import { formatDay } from "#web/lib/format-day.ts";
import { paths } from "#web/routes/paths.ts";
import { veryNarrow } from "#web/theme/media.ts";
import { Fingerprint, formatSize } from "./file-facts.tsx";
import { type Download, useDownload } from "./use-download.ts";

interface DownloadLinkProps {
  fileName: string;
  variant: "contained" | "outlined";
  download: Download;
}

/**
 * A file's button. A real link whose URL is there before the click, so that no browser takes the new tab for a pop-up;
 * without a URL a click goes to /error. While a URL is on its way it waits.
 */
export function DownloadLink({ fileName, variant, download: { release, usable } }: DownloadLinkProps) {
  const navigate = useNavigate();
  const name = `${fileName}をダウンロード`;
  const look = { variant, startIcon: <DownloadIcon />, children: "ダウンロード" };
  if (!usable || !release) return <Button loading aria-label={name} {...look} />;
  if (release.url === "") return <Button aria-label={name} onClick={() => navigate(paths.error)} {...look} />;
  return (
    <Button
      href={release.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name}（新しいタブで開きます）`}
      {...look}
    />
  );
}

interface DownloadItemProps {
  fileType: FileType;
  title: string;
  /** Not what most people come for. */
  isSecondary?: boolean;
}

/** Picture, title and button in one row where there is room; the button below them on a phone. */
const row = {
  display: "grid",
  gridTemplateColumns: { xs: "auto minmax(0, 1fr)", sm: "auto minmax(0, 1fr) auto" },
  alignItems: "center",
  columnGap: 2,
  rowGap: 2,
  p: { xs: 2, sm: 2.5 },
  [veryNarrow]: { gridTemplateColumns: "minmax(0, 1fr)", "& > svg": { display: "none" } },
} as const;

/** Version, date and size on a line; the version is the specified one until the release is known. */
function Facts({ release }: Pick<Download, "release">) {
  const day = release?.publishedAt === undefined ? undefined : formatDay(release.publishedAt);
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
        <Box component="dd" sx={{ m: 0, color: "text.secondary" }}>
          <Sentence>{`${day}公開`}</Sentence>
        </Box>
      )}
      {size !== undefined && (
        <Box component="dd" sx={{ m: 0, color: "text.secondary" }}>
          {size}
        </Box>
      )}
    </Typography>
  );
}

/** One file: what it is, its button, and what to check it against. */
export function DownloadItem({ fileType, title, isSecondary = false }: DownloadItemProps) {
  const download = useDownload(fileType);
  const { release } = download;
  return (
    <Paper component="section" variant="outlined" aria-label={title} sx={row}>
      <FolderZip aria-hidden color="secondary" fontSize="large" />
      <div>
        <Typography variant="h2">
          {title}{" "}
          <Typography component="span" variant="caption" color="textSecondary">
            {fileType}.zip
          </Typography>
        </Typography>
        <Facts release={release} />
      </div>
      <Box sx={{ gridColumn: { xs: "1 / -1", sm: "auto" } }}>
        <DownloadLink
          fileName={`${fileType}.zip`}
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
