import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Sentence } from "./sentence.tsx";

const grid = (minWidth: string) => ({
  display: "grid",
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${minWidth}, 100%), 1fr))`,
  columnGap: 3,
  rowGap: 2,
  m: 0,
});

/** A grid of `Fact` elements. `minWidth` is the minimum width of a column. */
export function Facts({ minWidth = "11rem", children }: { minWidth?: string; children: ReactNode }) {
  return (
    <Box component="dl" sx={grid(minWidth)}>
      {children}
    </Box>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="caption" color="textSecondary">
        {term}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {typeof children === "string" ? <Sentence>{children}</Sentence> : children}
      </Typography>
    </div>
  );
}
