import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useCall } from "#web/flow/failure.ts";
import { callApi } from "#web/lib/api/api-client.ts";

/** The tab is opened with the press: one that opens after the answer would be blocked as a pop-up. */
async function openReceipt(receipt: string): Promise<void> {
  const tab = window.open("", "_blank");
  if (tab) tab.opener = null;
  try {
    const { result } = await callApi(endpoint, { query: { receipt } });
    if ("receiptUrl" in result) (tab ?? window).location.assign(result.receiptUrl);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

interface ReceiptLinkProps {
  invoiceId: string;
  number: string | null;
}

/** Asks for the address of Stripe's page when it is pressed: a list of invoices does not have it. */
function ReceiptLink({ invoiceId, number }: ReceiptLinkProps) {
  const { call, failure } = useCall(openReceipt, {
    name: "receipt",
    complaint: "領収書を表示できませんでした。",
  });
  return (
    <>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <Link component="button" type="button" onClick={() => void call(invoiceId)}>
        領収書
        <span className="visually-hidden">（請求書 {number}）</span>
      </Link>
    </>
  );
}

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

/** The links of an invoice: to pay it, to see it, to download it. */
export function InvoiceLinks({ invoice }: { invoice: ContractInvoice }) {
  const { id, number, status, pdfUrl, hostedUrl, hasReceipt } = invoice;
  const isPayable = status === "open" || status === "uncollectible";
  return (
    <Stack direction="row" spacing={2} useFlexGap className="not-printed">
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
