import Link from "@mui/material/Link";
import { useMutation } from "@tanstack/react-query";
import { invoices as endpoint } from "#shared/endpoints.ts";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";

const mutationKey = ["receipt"];

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
export function ReceiptLink({ invoiceId, number }: ReceiptLinkProps) {
  const { mutate, error } = useMutation({ mutationKey, mutationFn: openReceipt });
  return (
    <>
      <OutcomeSnackbar>{failureSentence(error, "領収書を表示できませんでした。")}</OutcomeSnackbar>
      <Link
        component="button"
        type="button"
        onClick={() => {
          if (!isUnderWay(mutationKey)) mutate(invoiceId);
        }}
      >
        領収書
        <span className="visually-hidden">（請求書 {number}）</span>
      </Link>
    </>
  );
}
