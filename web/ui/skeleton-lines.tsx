import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** Widths of a heading and the two lines below it. */
const widths = ["40%", "85%", "65%"] as const;

/** The placeholder of text that is loading: `groups` headings with lines, in a box of at least `height`. */
export function SkeletonLines({ groups = 2, height }: { groups?: number; height?: string | undefined }) {
  return (
    <Stack spacing={2.5} sx={{ minHeight: height }}>
      {Array.from({ length: groups }, (_, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Stack key={group} spacing={0.5}>
          {widths.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
