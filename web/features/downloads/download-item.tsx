import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import type { FileType } from "../../../shared/endpoints.ts";
import { defaultDownloadVersion } from "../../../shared/limits.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { DownloadLink } from "./download-link.tsx";
import { formatDay, formatSize } from "./format-release.ts";
import { useDownload } from "./use-download.ts";

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5 }}>
      <Box component="dt" sx={{ width: "5.5rem", color: "text.secondary" }}>
        {term}
      </Box>
      <Box component="dd" sx={{ m: 0, flex: "1 1 12rem", minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <Detail term="SHA-256">
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 0.5 }}>
        <Box
          component="code"
          sx={{
            fontFamily: 'Menlo, Consolas, "Liberation Mono", monospace',
            fontSize: "0.8125rem",
            lineHeight: 1.6,
            mt: 0.5,
          }}
        >
          {sha256}
        </Box>
        <CopyButton text={sha256} label="SHA-256をコピー" />
      </Box>
    </Detail>
  );
}

interface DownloadItemProps {
  fileType: FileType;
  title: string;
}

/** One file: its icon, its version, and what a careful person checks it against. */
export function DownloadItem({ fileType, title }: DownloadItemProps) {
  const download = useDownload(fileType);
  const { version = defaultDownloadVersion, size, publishedAt, sha256 } = download.release ?? {};
  const day = publishedAt === undefined ? undefined : formatDay(publishedAt);
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: "flex",
        flexDirection: { xs: "column", sm: "row" },
        gap: { xs: 2, sm: 3.5 },
        "& + section": { mt: 4, pt: 4, borderTop: 1, borderColor: "divider" },
      }}
    >
      <DownloadLink fileName={`${fileType}.zip`} download={download} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box component="h2" sx={{ typography: "h2", m: 0, mb: 1 }}>
          {title}
        </Box>
        <Box component="dl" sx={{ m: 0, fontSize: "0.9375rem" }}>
          <Detail term="バージョン">{version}</Detail>
          {size !== undefined && <Detail term="サイズ">{formatSize(size)}</Detail>}
          {day !== undefined && <Detail term="公開日">{day}</Detail>}
          {sha256 !== undefined && <Fingerprint sha256={sha256} />}
        </Box>
      </Box>
    </Box>
  );
}
