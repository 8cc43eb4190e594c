import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Card from "@mui/material/Card";
import CardActions from "@mui/material/CardActions";
import CardContent from "@mui/material/CardContent";
import CardHeader from "@mui/material/CardHeader";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { FileType } from "#shared/endpoints.ts";
import { defaultDownloadVersion } from "#shared/limits.ts";
import { Description, DescriptionList } from "#web/components/description-list.tsx";
import { formatDay } from "#web/lib/format-day.ts";
import { DownloadLink } from "./download-link.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { formatSize } from "./format-size.ts";
import { useDownload } from "./use-download.ts";

/** In the place of what the release will say. */
function Loading() {
  return (
    <>
      <Description term="サイズ">
        <Skeleton width="5rem" />
      </Description>
      <Description term="公開日">
        <Skeleton width="8rem" />
      </Description>
    </>
  );
}

interface DownloadItemProps {
  fileType: FileType;
  title: string;
}

/** One file: what it is, its button, and what to check it against. */
export function DownloadItem({ fileType, title }: DownloadItemProps) {
  const download = useDownload(fileType);
  const { release } = download;
  const day = release?.publishedAt === undefined ? undefined : formatDay(release.publishedAt);
  return (
    <Card component="section" aria-label={title}>
      <CardHeader
        avatar={<FolderZip color="secondary" fontSize="large" />}
        title={<Typography variant="h2">{title}</Typography>}
        subheader={`${fileType}.zip`}
      />
      <CardContent>
        <DescriptionList>
          <Description term="バージョン">{release?.version ?? defaultDownloadVersion}</Description>
          {!release && <Loading />}
          {release?.size !== undefined && <Description term="サイズ">{formatSize(release.size)}</Description>}
          {day !== undefined && <Description term="公開日">{day}</Description>}
        </DescriptionList>
      </CardContent>
      <CardActions>
        <DownloadLink fileName={`${fileType}.zip`} download={download} />
      </CardActions>
      {!release && <Skeleton variant="rounded" height="3rem" />}
      {release?.sha256 !== undefined && <Fingerprint sha256={release.sha256} />}
    </Card>
  );
}
