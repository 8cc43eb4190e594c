import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ContractInvoice } from "#shared/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import { InvoiceTable } from "./invoice-table.tsx";

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

/** Cards on a phone. */
export function InvoiceTableOrCards({ invoices }: { invoices: readonly ContractInvoice[] }) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  return isPhone ? <InvoiceCards invoices={invoices} /> : <InvoiceTable invoices={invoices} />;
}
