import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoices as endpoint, type QueryOf } from "#shared/endpoints.ts";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";

/** Loads a receipt, or the invoices of a year, as a file. */
export async function loadInvoiceFile(query: QueryOf<typeof endpoint>, type: string) {
  const { result } = await callApi(endpoint, { query });
  if (!("file" in result)) throw new Error("The response has no file");
  return { fileName: result.fileName, base64: result.file, type };
}

interface ReceiptLinkProps {
  invoiceId: string;
  number: string | null;
}

function ReceiptLink({ invoiceId, number }: ReceiptLinkProps) {
  const { buttonProps, failure } = useFileDownload(
    (receipt: string) => loadInvoiceFile({ receipt }, "application/pdf"),
    "領収書をダウンロードできませんでした。",
  );
  const { loading, onClick } = buttonProps(invoiceId);
  return (
    <>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <Link component="button" type="button" aria-busy={loading} onClick={onClick}>
        領収書
        <span className="visually-hidden">{`（請求書 ${number}）`}</span>
      </Link>
      {loading && <CircularProgress aria-hidden size="1em" />}
    </>
  );
}

interface StripeLinkProps {
  href: string | null;
  number: string | null;
  children: ReactNode;
}

/** A link to a page or a file of Stripe in a new tab. Renders nothing without a URL. */
function StripeLink({ href, number, children }: StripeLinkProps) {
  if (href === null) return null;
  return (
    <Link href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">{`（請求書 ${number}）`}</span>
    </Link>
  );
}

/** The links of an invoice: PDF, receipt, payment. */
export function InvoiceLinks({ invoice }: { invoice: ContractInvoice }) {
  const { id, number, status, pdfUrl, hostedUrl, hasReceipt } = invoice;
  const isPayable = status === "open" || status === "uncollectible";
  return (
    <Stack direction="row" spacing={2} useFlexGap className="not-printed" sx={{ alignItems: "center" }}>
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
