import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Box from "@mui/material/Box";
import Button, { type ButtonProps } from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lexer, type Token } from "marked";
import { Fragment } from "react";
import type { ResponseOf, releases } from "#shared/endpoints.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { Fingerprint, formatSize } from "./file-facts.tsx";

export type Release = ResponseOf<typeof releases>["result"]["releases"][number];

const childrenOf = (token: Token): readonly Token[] => ("tokens" in token && token.tokens) || [];

/** Renders the Markdown that notes may contain. Anything else, such as HTML, is rendered as text. */
function Part({ token }: { token: Token }) {
  const parts = <Parts of={childrenOf(token)} />;
  switch (token.type) {
    case "space":
      return null;
    case "paragraph":
      return <Typography component="p">{parts}</Typography>;
    case "list":
      return (
        <Typography component={token.ordered ? "ol" : "ul"}>
          <Parts of={token.items} />
        </Typography>
      );
    case "list_item":
      return <li>{parts}</li>;
    case "strong":
      return <strong>{parts}</strong>;
    case "br":
      return <br />;
    case "escape":
      return token.text;
    case "text":
      return token.tokens ? parts : token.raw;
    case "link":
      if (!token.href.startsWith("https://")) return token.raw;
      return (
        <Link href={token.href} target="_blank" rel="noopener noreferrer">
          {parts}
        </Link>
      );
    default:
      return token.raw;
  }
}

function Parts({ of }: { of: readonly Token[] }) {
  // Notes do not change, so the index is a stable key.
  return of.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts can be equal
    <Fragment key={index}>
      <Part token={token} />
    </Fragment>
  ));
}

/** Renders a release's notes (Markdown) as paragraphs, lists, bold text and https links. */
export const ReleaseNotes = ({ notes }: { notes: string }) => <Parts of={lexer(notes)} />;

function State({ current, withdrawn }: Release) {
  if (current) return <Chip color="success" label="現在のバージョン" />;
  return withdrawn ? <Chip label="提供終了" /> : null;
}

interface ReleaseItemProps {
  title: string;
  release: Release;
  /** The props of the download button. */
  download: ButtonProps;
}

/** The text and the button beside it. */
const row = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", "@sm": "minmax(0, 1fr) auto" },
  alignItems: "start",
  columnGap: 2,
  rowGap: 1,
  py: 2,
  borderTop: "1px solid",
  borderColor: "divider",
} as const;

/** A release: its notes, its download button and its fingerprint. */
export function ReleaseItem({ title, release, download }: ReleaseItemProps) {
  const { version, publishedAt, notes, size, sha256, withdrawn } = release;
  return (
    <Box component="li" sx={row}>
      <div>
        <Stack direction="row" spacing={1} useFlexGap>
          <Typography variant="h3">{`バージョン ${version}`}</Typography>
          <State {...release} />
          <Typography variant="body2" color="textSecondary">
            <Sentence>{`${formatDay(publishedAt)}公開・${formatSize(size)}`}</Sentence>
          </Typography>
        </Stack>
        {notes !== "" && <ReleaseNotes notes={notes} />}
        <Fingerprint sha256={sha256} />
      </div>
      {!withdrawn && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<DownloadIcon />}
          aria-label={`${title} ${version}をダウンロード`}
          {...download}
        >
          ダウンロード
        </Button>
      )}
    </Box>
  );
}
