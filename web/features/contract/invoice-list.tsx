import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Contract } from "#shared/contract.ts";
import { Notice } from "#web/components/notice.tsx";
import { InvoiceCards } from "./invoice-cards.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { QualifiedInvoiceText } from "./qualified-invoice-text.tsx";

interface InvoiceListProps {
  invoicePages: readonly Contract[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  onRetry: () => void;
}

function NotAvailable({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Notice severity="warning">
        決済サービス（Stripe）に接続できないため、請求書を表示できません。ご契約内容は、当サイトに登録されている情報です。
      </Notice>
      <Button variant="outlined" onClick={onRetry}>
        請求書を再読み込み
      </Button>
    </>
  );
}

function Invoices({ invoicePages, hasNextPage, isFetchingNextPage, ...props }: InvoiceListProps) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const invoices = invoicePages.flatMap((page) => page.invoices ?? []);
  const isMissing = invoicePages.some((page) => page.invoices === null);
  if (invoices.length === 0)
    return isMissing ? (
      <NotAvailable onRetry={props.onRetry} />
    ) : (
      <Typography>発行された請求書はまだありません。</Typography>
    );
  return (
    <>
      {isPhone ? <InvoiceCards invoices={invoices} /> : <InvoiceTable invoices={invoices} />}
      {isMissing && <NotAvailable onRetry={props.onRetry} />}
      {hasNextPage && (
        <Button variant="outlined" loading={isFetchingNextPage} onClick={() => props.fetchNextPage()}>
          以前の請求書を表示
        </Button>
      )}
    </>
  );
}

/** Every invoice with what can be done about it: a table, or cards on a phone. */
export function InvoiceList(props: InvoiceListProps) {
  return (
    <Stack component="section" spacing={1.5} aria-labelledby="invoices">
      <Typography variant="h2" id="invoices">
        請求書と領収書
      </Typography>
      <QualifiedInvoiceText />
      <Invoices {...props} />
    </Stack>
  );
}
