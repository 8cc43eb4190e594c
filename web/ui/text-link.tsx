import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import type { Path } from "#shared/site/paths.ts";

interface TextLinkProps {
  to: Path;
  /** For the screen that it leads to. */
  state?: object;
  className?: string;
  children: ReactNode;
}

/** A link within the site. */
export function TextLink({ to, state, className, children }: TextLinkProps) {
  return (
    <Link component={RouterLink} to={to} state={state} className={className}>
      {children}
    </Link>
  );
}
