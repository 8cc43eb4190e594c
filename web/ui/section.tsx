import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface SectionProps {
  /** The heading's id, for links to the section. */
  id: string;
  title: string;
  heading?: "h2" | "h3";
  spacing?: number;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, heading = "h2", spacing = 2, className, children }: SectionProps) {
  return (
    <Stack component="section" spacing={spacing} aria-labelledby={id} className={className}>
      <Typography variant={heading} id={id} tabIndex={-1}>
        {title}
      </Typography>
      {children}
    </Stack>
  );
}
