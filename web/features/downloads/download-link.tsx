import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import { useNavigate } from "react-router-dom";
import { paths } from "#web/routes/paths.ts";
import type { Download } from "./use-download.ts";

interface DownloadLinkProps {
  fileName: string;
  download: Download;
}

/**
 * A file's button. A real link whose URL is there before the click, so that no browser takes the new tab for a pop-up;
 * without a URL a click goes to /error. While a URL is on its way it waits.
 */
export function DownloadLink({ fileName, download: { release, usable } }: DownloadLinkProps) {
  const navigate = useNavigate();
  const name = `${fileName}をダウンロード`;
  const look = { startIcon: <DownloadIcon />, children: "ダウンロード" };
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
