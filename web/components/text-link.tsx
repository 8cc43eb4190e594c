import type { ReactNode } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";
import type { Path } from "../routes/paths.ts";

/** A link within the site. The router's own `Link` carries prefetching for server-rendered apps: 2 kB for nothing. */
export function TextLink({ to, children }: { to: Path; children: ReactNode }) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a href={useHref(to)} onClick={follow}>
      {children}
    </a>
  );
}
