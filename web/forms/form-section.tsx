import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** Fields that belong together, under a small heading; side by side where there is room. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" spacing={2}>
      <Typography variant="h3">{title}</Typography>
      <Divider />
      <FieldGrid>{children}</FieldGrid>
    </Stack>
  );
}

/** A grid and not MUI's `Grid`: fields are laid out without a wrapper around each. */
export function FieldGrid({ children }: { children: ReactNode }) {
  const columns = { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: columns, gap: 4, alignItems: "start" }}>{children}</Box>
  );
}

/** Takes the whole width of a section. */
export function FullWidth({ children }: { children: ReactNode }) {
  return (
    <Stack spacing={0.5} sx={{ gridColumn: "1 / -1" }}>
      {children}
    </Stack>
  );
}
