import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { veryNarrow } from "#web/theme/media.ts";
import { fieldSpacing } from "./field-frame.tsx";

/** Fields under a heading, in a `FieldGrid`. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" spacing={{ xs: 1, sm: 2 }}>
      <Stack spacing={{ xs: 0.5, sm: 1 }}>
        <Typography variant="h3">{title}</Typography>
        <Divider />
      </Stack>
      <FieldGrid>{children}</FieldGrid>
    </Stack>
  );
}

/** A grid of twelve columns. */
const grid = {
  display: "grid",
  gridTemplateColumns: "repeat(12, minmax(0, 1fr))",
  columnGap: { xs: 1, "@sm": 4 },
  rowGap: fieldSpacing,
  alignItems: "start",
  "& > *": { gridColumn: { xs: "span 12", "@sm": "span 6" } },
  [veryNarrow]: { display: "flex", flexDirection: "column", alignItems: "stretch" },
} as const;

/** Lays out fields in columns. Unlike MUI's `Grid`, it adds no element around each field. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <Box sx={grid}>{children}</Box>;
}

/**
 * The number of columns of a cell on a phone. On wider screens it is 12 for `full` and 6 otherwise; fields
 * without a cell have 6.
 */
const columns = { full: 12, usual: 12, half: 6, short: 5, long: 7 } as const;

/** Errors of half-width fields have two lines on a phone. */
const besideAnother = {
  "--error-lines": { xs: 2, "@sm": 1 },
  [veryNarrow]: { "--error-lines": 1 },
} as const;

export type CellWidth = keyof typeof columns;

/** Sets a field's width. */
export function Cell({ width, children }: { width: CellWidth; children: ReactNode }) {
  const roomy = width === "full" ? 12 : 6;
  const gridColumn = { xs: `span ${columns[width]}`, "@sm": `span ${roomy}` };
  return (
    <Stack spacing={0.5} sx={{ "&&": { gridColumn }, ...(columns[width] < 12 && besideAnother) }}>
      {children}
    </Stack>
  );
}
