import Chip, { type ChipProps } from "@mui/material/Chip";
import type { ContractInvoice } from "#shared/contract.ts";

type Look = Pick<ChipProps, "color" | "label">;

const looks: Readonly<Record<ContractInvoice["status"], Look>> = {
  open: { label: "お支払い待ち", color: "info" },
  paid: { label: "お支払い済み", color: "success" },
  uncollectible: { label: "未払い", color: "error" },
  void: { label: "取消済み", color: "default" },
};
const late: Look = { label: "お支払い未確認", color: "warning" };

/** An invoice's status in words. */
export function InvoiceStatus({ invoice }: { invoice: ContractInvoice }) {
  return <Chip size="small" variant="outlined" {...(invoice.isLate ? late : looks[invoice.status])} />;
}
