import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";
import type { Path } from "#shared/site/paths.ts";

interface TextLinkProps {
  to: Path;
  /** For the screen that it leads to. */
  state?: object;
  className?: string;
  children: string;
}

/** Keeps a short title on one line: eight characters fit in the narrowest card with text at 200 %. */
export const classOfTitle = (title: string): string => (title.length <= 8 ? "no-break" : "");

/** A link within the site. */
export function TextLink({ to, state, className, children }: TextLinkProps) {
  return (
    <Link
      component={RouterLink}
      to={to}
      state={state}
      className={`${classOfTitle(children)} ${className ?? ""}`}
    >
      {children}
    </Link>
  );
}
