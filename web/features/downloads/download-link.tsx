import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { useNavigate } from "react-router-dom";
import { paths } from "../../routes/paths.ts";
import type { Download } from "./use-download.ts";

const look = {
  display: "flex",
  flexDirection: "column",
  gap: 0.5,
  width: 132,
  minHeight: 132,
  flexShrink: 0,
  border: 1,
  borderColor: "divider",
  borderRadius: 2,
  bgcolor: "background.default",
  color: "secondary.main",
  fontWeight: 700,
  textDecoration: "underline",
  textUnderlineOffset: "0.2em",
  "&:hover": { borderColor: "secondary.main", color: "text.primary" },
} as const;

interface DownloadLinkProps {
  fileName: string;
  download: Download;
}

function Contents({ fileName, busy }: { fileName: string; busy: boolean }) {
  return (
    <>
      {busy ? (
        <Box component="span" className="spinner" aria-hidden sx={{ fontSize: 32, m: 1.5 }} />
      ) : (
        <FolderZip aria-hidden sx={{ fontSize: 56 }} />
      )}
      {fileName}
    </>
  );
}

/**
 * The icon of a file. A real link whose URL is there before the click, so that no browser takes the new tab for a
 * pop-up; without a URL a click goes to /error. While a URL is on its way it waits.
 */
export function DownloadLink({ fileName, download: { release, usable } }: DownloadLinkProps) {
  const navigate = useNavigate();
  const name = `${fileName}をダウンロード`;
  if (!usable || !release)
    return (
      <ButtonBase aria-label={name} aria-disabled aria-busy sx={look}>
        <Contents fileName={fileName} busy />
      </ButtonBase>
    );
  if (release.url === "")
    return (
      <ButtonBase aria-label={name} sx={look} onClick={() => navigate(paths.error)}>
        <Contents fileName={fileName} busy={false} />
      </ButtonBase>
    );
  return (
    <ButtonBase
      component="a"
      href={release.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name}（新しいタブで開きます）`}
      sx={look}
    >
      <Contents fileName={fileName} busy={false} />
    </ButtonBase>
  );
}
