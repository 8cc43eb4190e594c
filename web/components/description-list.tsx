import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

const grid = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" },
  columnGap: 3,
  m: 0,
} as const;

/** A list of facts, one `Description` a line. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={grid}>
      {children}
    </Box>
  );
}

export function Description({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" color="textSecondary">
        {term}
      </Typography>
      <Typography component="dd" sx={{ m: 0, minWidth: 0, "&:not(:last-of-type)": { mb: { xs: 1, sm: 0 } } }}>
        {children}
      </Typography>
    </>
  );
}
