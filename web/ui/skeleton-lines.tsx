import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** Of a heading and the lines below it, again and again. */
const widths = ["40%", "85%", "65%"] as const;

/** In the place of text that is loading: as many groups of lines as are likely to come, in a box of that height. */
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
