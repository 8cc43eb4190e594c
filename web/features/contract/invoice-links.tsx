import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { ContractInvoice } from "#shared/contract.ts";

interface StripeLinkProps {
  href: string | null;
  number: string | null;
  children: ReactNode;
}

/** To a page or a file of Stripe's, in a new tab; nothing without its address. */
function StripeLink({ href, number, children }: StripeLinkProps) {
  if (href === null) return null;
  return (
    <Link href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">（請求書 {number}）</span>
    </Link>
  );
}

/** What can be done with an invoice: Stripe's page of a paid one has its receipt. */
export function InvoiceLinks({ invoice }: { invoice: ContractInvoice }) {
  const { number, status, pdfUrl, hostedUrl } = invoice;
  const isPayable = status === "open" || status === "uncollectible";
  return (
    <Stack direction="row" spacing={2} useFlexGap>
      <StripeLink href={pdfUrl} number={number}>
        PDF
      </StripeLink>
      {status === "paid" && (
        <StripeLink href={hostedUrl} number={number}>
          領収書
        </StripeLink>
      )}
      {isPayable && (
        <StripeLink href={hostedUrl} number={number}>
          支払う
        </StripeLink>
      )}
    </Stack>
  );
}
