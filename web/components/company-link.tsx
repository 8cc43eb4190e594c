import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { type CompanyPage, useCompany } from "#web/lib/use-company.ts";

/** Leads to a page of the company's, in a new tab: what is typed here stays. Plain text until its address is known. */
export function CompanyLink({ page, children }: { page: CompanyPage; children: ReactNode }) {
  const href = useCompany()?.[page];
  return (
    <Link {...(href !== undefined && { href })} target="_blank" rel="noopener">
      {children}
    </Link>
  );
}
