import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";
import type { Path } from "#shared/site/paths.ts";

interface TextLinkProps {
  to: Path;
  /** The history state of the target screen. */
  state?: object;
  className?: string;
  children: string;
}

/** Keeps a short title on one line: eight characters fit in the narrowest card with text at 200 %. */
export const classOfTitle = (title: string): string => (title.length <= 8 ? "no-break" : "");

/** A link to a screen of the portal. */
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
