import Chip, { type ChipProps } from "@mui/material/Chip";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoiceStatusLabels } from "#shared/labels.ts";

const colors: Readonly<Record<keyof typeof invoiceStatusLabels, ChipProps["color"] & string>> = {
  open: "info",
  late: "warning",
  paid: "success",
  uncollectible: "error",
  void: "default",
};

/** An invoice's status in words. */
export function InvoiceStatus({ invoice: { isLate, status } }: { invoice: ContractInvoice }) {
  const shown = isLate ? "late" : status;
  return <Chip size="small" variant="outlined" color={colors[shown]} label={invoiceStatusLabels[shown]} />;
}
