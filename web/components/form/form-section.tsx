import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Fields that belong together, under a small heading; side by side where there is room. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ "& + &": { mt: 1 } }}>
      <Box
        component="h3"
        sx={{
          m: 0,
          mb: 2,
          pb: 0.5,
          borderBottom: 1,
          borderColor: "divider",
          fontSize: "1rem",
          fontWeight: 700,
        }}
      >
        {title}
      </Box>
      <FieldGrid>{children}</FieldGrid>
    </Box>
  );
}

export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        columnGap: 3,
        rowGap: 1,
        alignItems: "start",
      }}
    >
      {children}
    </Box>
  );
}

/** Takes the whole width of a section. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: "1 / -1" }}>{children}</Box>;
}
