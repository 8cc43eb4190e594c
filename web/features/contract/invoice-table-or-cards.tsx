import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip, { type ChipProps } from "@mui/material/Chip";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ContractInvoice, invoiceStateOf } from "#shared/contract.ts";
import { formatYen } from "#shared/format-yen.ts";
import { invoiceStatusLabels } from "#shared/labels.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { InvoiceLinks } from "./invoice-links.tsx";

const colors: Readonly<Record<keyof typeof invoiceStatusLabels, ChipProps["color"] & string>> = {
  open: "info",
  late: "warning",
  paid: "success",
  void: "default",
  refunded: "default",
  partlyRefunded: "success",
  chargedBack: "error",
};

function InvoiceStatus({ invoice }: { invoice: ContractInvoice }) {
  const state = invoiceStateOf(invoice);
  const part = state === "partlyRefunded" ? `（${formatYen(invoice.refunded)}）` : "";
  const label = `${invoiceStatusLabels[state]}${part}`;
  return <Chip color={colors[state]} label={label} />;
}

const issuedOn = ({ issuedAt }: ContractInvoice) => <Sentence>{formatDay(issuedAt) ?? ""}</Sentence>;

function InvoiceRow({ invoice }: { invoice: ContractInvoice }) {
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {invoice.number}
      </TableCell>
      <TableCell>{issuedOn(invoice)}</TableCell>
      <TableCell align="right">{formatYen(invoice.amount)}</TableCell>
      <TableCell align="right">{formatYen(invoice.tax)}</TableCell>
      <TableCell>
        <InvoiceStatus invoice={invoice} />
      </TableCell>
      <TableCell className="not-printed">
        <InvoiceLinks invoice={invoice} />
      </TableCell>
    </TableRow>
  );
}

/**
 * With text that a user style sheet enlarges, the table scrolls. The visually hidden texts of its links are
 * absolute, and must scroll with it.
 */
const scroller = { position: "relative" } as const;
const whole = { whiteSpace: "nowrap", "& .MuiChip-label": { whiteSpace: "inherit" } } as const;

function InvoiceTable({ invoices }: { invoices: readonly ContractInvoice[] }) {
  return (
    <TableContainer sx={scroller}>
      <Table size="small" aria-labelledby="invoices" sx={whole}>
        <TableHead>
          <TableRow>
            <TableCell>番号</TableCell>
            <TableCell>発行日</TableCell>
            <TableCell align="right">金額（税込）</TableCell>
            <TableCell align="right">うち消費税</TableCell>
            <TableCell>状態</TableCell>
            <TableCell className="not-printed">書類・お支払い</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function InvoiceCard({ invoice }: { invoice: ContractInvoice }) {
  return (
    <Card component="li">
      <CardContent>
        <Stack direction="row" useFlexGap sx={{ justifyContent: "space-between" }}>
          <Typography>{issuedOn(invoice)}</Typography>
          <InvoiceStatus invoice={invoice} />
        </Stack>
        <Typography variant="h3">{`${formatYen(invoice.amount)}（税込）`}</Typography>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          <span>{`うち消費税 ${formatYen(invoice.tax)}`}</span>
          <br />
          <span>{`請求書 ${invoice.number ?? ""}`}</span>
        </Typography>
        <InvoiceLinks invoice={invoice} />
      </CardContent>
    </Card>
  );
}

function InvoiceCards({ invoices }: { invoices: readonly ContractInvoice[] }) {
  return (
    <Stack component={List} disablePadding spacing={1.5} aria-labelledby="invoices">
      {invoices.map((invoice) => (
        <InvoiceCard key={invoice.id} invoice={invoice} />
      ))}
    </Stack>
  );
}

/** Cards below the width at which a table would break amounts and numbers. */
export function InvoiceTableOrCards({ invoices }: { invoices: readonly ContractInvoice[] }) {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("lg"));
  return isNarrow ? <InvoiceCards invoices={invoices} /> : <InvoiceTable invoices={invoices} />;
}
