import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { veryNarrow } from "#web/theme/media.ts";

/** Fields that belong together, under a small heading; side by side where there is room. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" spacing={2}>
      <Stack spacing={1}>
        <Typography variant="h3">{title}</Typography>
        <Divider />
      </Stack>
      <FieldGrid>{children}</FieldGrid>
    </Stack>
  );
}

/** Long forms are shorter: the gap keeps one line of an error, as high as its icon, and a second line moves what is below. */
const grid = {
  "--error-room": "1.125rem",
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  columnGap: { xs: 2, sm: 4 },
  rowGap: 3,
  alignItems: "start",
  "& > *": { gridColumn: { xs: "1 / -1", sm: "auto" } },
  [veryNarrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
} as const;

/** A grid and not MUI's `Grid`: fields are laid out without a wrapper around each. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <Box sx={grid}>{children}</Box>;
}

/** Half of a row, on a phone too; elsewhere a field has half of the row anyway. */
export function Half({ children }: { children: ReactNode }) {
  return <Box sx={{ "&&": { gridColumn: "auto" } }}>{children}</Box>;
}

/** Takes the whole width of a section. */
export function FullWidth({ children }: { children: ReactNode }) {
  return (
    <Stack spacing={0.5} sx={{ "&&": { gridColumn: "1 / -1" } }}>
      {children}
    </Stack>
  );
}
