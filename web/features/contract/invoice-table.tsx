import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { ContractInvoice } from "#shared/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";

function InvoiceRow({ invoice }: { invoice: ContractInvoice }) {
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {invoice.number}
      </TableCell>
      <TableCell className="no-break">{formatDay(invoice.issuedAt)}</TableCell>
      <TableCell align="right">{formatYen(invoice.amount)}</TableCell>
      <TableCell align="right">{formatYen(invoice.tax)}</TableCell>
      <TableCell>
        <InvoiceStatus invoice={invoice} />
      </TableCell>
      <TableCell>
        <InvoiceLinks invoice={invoice} />
      </TableCell>
    </TableRow>
  );
}

export function InvoiceTable({ invoices }: { invoices: readonly ContractInvoice[] }) {
  return (
    <TableContainer>
      <Table size="small" aria-labelledby="invoices">
        <TableHead>
          <TableRow>
            <TableCell>番号</TableCell>
            <TableCell>発行日</TableCell>
            <TableCell align="right">金額（税込）</TableCell>
            <TableCell align="right">うち消費税</TableCell>
            <TableCell>状態</TableCell>
            <TableCell>表示・お支払い</TableCell>
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
