import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import type { Contract, ContractInvoice } from "#shared/contract.ts";
import { Notice } from "#web/components/notice.tsx";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price.ts";
import { loadSiteConfig } from "#web/lib/site-config.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import { InvoiceTable } from "./invoice-table.tsx";

const registrationQuery = {
  queryKey: ["registration-number"],
  queryFn: async () => (await loadSiteConfig()).registrationNumber ?? null,
  staleTime: Number.POSITIVE_INFINITY,
};

/** What a customer's accounting asks about our invoices. Left out where the seller is not registered. */
export function QualifiedInvoiceText() {
  const { data: number } = useQuery(registrationQuery);
  if (!number) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      PDFは、インボイス制度の適格請求書としてお使いいただけます（登録番号：{number}）。
    </Typography>
  );
}

function InvoiceCard({ invoice }: { invoice: ContractInvoice }) {
  return (
    <Card component="li">
      <CardContent>
        <Stack direction="row" useFlexGap sx={{ justifyContent: "space-between" }}>
          <Typography>{formatDay(invoice.issuedAt)}</Typography>
          <InvoiceStatus invoice={invoice} />
        </Stack>
        <Typography variant="h3">{formatYen(invoice.amount)}（税込）</Typography>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          うち消費税 {formatYen(invoice.tax)}
          <br />
          請求書 {invoice.number}
        </Typography>
        <InvoiceLinks invoice={invoice} />
      </CardContent>
    </Card>
  );
}

export function InvoiceCards({ invoices }: { invoices: readonly ContractInvoice[] }) {
  return (
    <Stack component={List} disablePadding spacing={1.5} aria-labelledby="invoices">
      {invoices.map((invoice) => (
        <InvoiceCard key={invoice.id} invoice={invoice} />
      ))}
    </Stack>
  );
}

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
