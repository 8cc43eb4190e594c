import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import type { Path } from "../routes/paths.ts";

/** A link within the site. */
export function TextLink({ to, children }: { to: Path; children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to}>
      {children}
    </Link>
  );
}
