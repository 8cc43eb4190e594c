import type { ReactNode } from "react";

interface ExternalLinkProps {
  href: string;
  /** Default: `href` without the scheme. */
  children?: ReactNode;
}

/** A link to another site, which opens in a new tab. */
export const ExternalLink = ({ href, children }: ExternalLinkProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children ?? href.replace(/^https:\/\/|\/$/g, "")}
    <span className="visually-hidden">（新しいタブで開きます）</span>
  </a>
);
