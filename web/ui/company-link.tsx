import Link from "@mui/material/Link";
import { type ReactNode, useEffect, useState } from "react";
import type { Company } from "#shared/site/site-config.ts";
import { loadSiteConfig } from "#web/lib/net/site-config.ts";

const addresses = ["termsUrl", "privacyUrl", "commercialTransactionsUrl", "contactUrl"] as const;
export type CompanyPage = (typeof addresses)[number];

function isCompany(value: unknown): value is Company {
  if (typeof value !== "object" || value === null) return false;
  const company: Partial<Record<keyof Company, unknown>> = value;
  return ["name" as const, ...addresses].every((key) => typeof company[key] === "string");
}

/**
 * Returns the company that sells the product: `undefined` until the site's settings are loaded, or if they
 * are incomplete.
 */
export function useCompany(): Company | undefined {
  const [company, setCompany] = useState<Company>();
  useEffect(() => {
    let isUnmounted = false;
    loadSiteConfig().then(
      (config) => !isUnmounted && isCompany(config.company) && setCompany(config.company),
      (error: unknown) => console.warn(error),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return company;
}

/**
 * A link to a page of the company in a new tab, so that typed text stays here. Plain text until the address is loaded.
 */
export function CompanyLink({ page, children }: { page: CompanyPage; children: ReactNode }) {
  const href = useCompany()?.[page];
  return (
    <Link {...(href !== undefined && { href })} target="_blank" rel="noopener">
      {children}
    </Link>
  );
}
