import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { ReceiptLink } from "./receipt-link.tsx";

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

/** What can be done with an invoice. */
export function InvoiceLinks({ invoice }: { invoice: ContractInvoice }) {
  const { id, number, status, pdfUrl, hostedUrl, hasReceipt } = invoice;
  const isPayable = status === "open" || status === "uncollectible";
  return (
    <Stack direction="row" spacing={2} useFlexGap>
      <StripeLink href={pdfUrl} number={number}>
        PDF
      </StripeLink>
      {hasReceipt && <ReceiptLink invoiceId={id} number={number} />}
      {isPayable && (
        <StripeLink href={hostedUrl} number={number}>
          支払う
        </StripeLink>
      )}
    </Stack>
  );
}
