import type { ContractInvoice } from "./contract.ts";

/** The invoice's state in the words of `invoiceStatusLabels`. */
export function invoiceStateOf({ status, isLate, amount, refunded, isChargedBack }: ContractInvoice) {
  if (isLate) return "late";
  if (status !== "paid") return status;
  if (isChargedBack) return "chargedBack";
  if (refunded === 0) return "paid";
  return refunded < amount ? "partlyRefunded" : "refunded";
}
