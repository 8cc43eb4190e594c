import type { ReactNode } from "react";

interface ExternalLinkProps {
  href: string;
  /** The address without it. */
  children?: ReactNode;
}

/** A link to another site, in a tab of its own. */
export const ExternalLink = ({ href, children }: ExternalLinkProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children ?? href.replace(/^https:\/\/|\/$/g, "")}
    <span className="visually-hidden">（新しいタブで開きます）</span>
  </a>
);
