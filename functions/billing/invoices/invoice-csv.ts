import { stringify } from "csv-stringify/sync";
import { japanDay } from "#functions/platform/time.ts";
import { invoiceStateOf } from "#shared/contract.ts";
import { invoiceStatusLabels } from "#shared/labels.ts";
import { type AccountingInvoice, methodsText } from "../stripe/accounting-invoices.ts";

const columns = [
  "発行日",
  "請求書番号",
  "対象期間",
  "税抜金額",
  "消費税額",
  "税率",
  "金額（税込）",
  "状態",
  "支払日",
  "支払方法",
  "返金額",
];

/**
 * Returns a table that Excel opens by a double click: UTF-8 with a byte order mark, amounts in yen without a
 * separator.
 */
export const invoiceCsv = (invoices: readonly AccountingInvoice[]): Buffer =>
  Buffer.from(
    stringify(invoices.map(rowOf), {
      header: true,
      columns,
      bom: true,
      record_delimiter: "windows",
      escape_formulas: true,
    }),
  );

function rowOf({ shown, taxRatePercent, period, receipt }: AccountingInvoice): (string | number)[] {
  const { issuedAt, number, amount, tax, refunded } = shown;
  return [
    japanDay(issuedAt),
    number ?? "",
    period ? `${japanDay(period.from)}〜${japanDay(period.to)}` : "",
    amount - tax,
    tax,
    taxRatePercent === undefined ? "" : `${taxRatePercent}%`,
    amount,
    invoiceStatusLabels[invoiceStateOf(shown)],
    receipt ? japanDay(receipt.paidAt) : "",
    receipt ? methodsText(receipt) : "",
    refunded === 0 ? "" : refunded,
  ];
}
