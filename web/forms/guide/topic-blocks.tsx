import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment, type ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { classOfTitle } from "#web/ui/text-link.tsx";
import { DashboardDrawing, isDrawing } from "./dashboard-drawing.tsx";
import type { Block, Inline } from "./topic.ts";

/** Renders parts of a topic in order. A topic does not change, so the index is a stable key. */
const inOrder = <Part,>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: two parts can be equal
  parts.map((part, index) => <Fragment key={index}>{show(part)}</Fragment>);

function Piece({ inline }: { inline: Inline }): ReactNode {
  if (typeof inline === "string") return inline;
  if ("strong" in inline)
    return (
      <strong>
        {inOrder(inline.strong, (part) => (
          <Piece inline={part} />
        ))}
      </strong>
    );
  const text = inOrder(inline.text, (part) => <Piece inline={part} />);
  if (!inline.link.startsWith("/")) return <ExternalLink href={inline.link}>{text}</ExternalLink>;
  return (
    <Link component={RouterLink} to={inline.link} className={classOfTitle(inline.text.join(""))}>
      {text}
    </Link>
  );
}

const Text = ({ of }: { of: readonly Inline[] }) => inOrder(of, (part) => <Piece inline={part} />);

function TopicBlock({ block }: { block: Block }) {
  if ("heading" in block)
    return (
      <Typography variant="h3" sx={{ pt: 1 }}>
        <Text of={block.heading} />
      </Typography>
    );
  if ("list" in block)
    return (
      <Stack component={block.ordered ? "ol" : "ul"} spacing={0.75}>
        {inOrder(block.list, (item) => (
          <li>
            <Text of={item} />
          </li>
        ))}
      </Stack>
    );
  if ("drawing" in block)
    return isDrawing(block.drawing) ? <DashboardDrawing name={block.drawing} text={block.text} /> : null;
  return (
    <Typography>
      <Text of={block.paragraph} />
    </Typography>
  );
}

/** Renders a topic without its title. */
export const TopicBlocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <Stack spacing={1.5}>
    {inOrder(blocks, (block) => (
      <TopicBlock block={block} />
    ))}
  </Stack>
);
