import type { Contract } from "#shared/contract.ts";
import { lateInvoices } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";

/** How the payments stand, in a few words; `undefined` while Stripe does not answer. */
export function paymentHealth(contract: Contract): string | undefined {
  const { invoices } = contract;
  if (invoices === null) return undefined;
  if (lateInvoices(contract).length > 0) return "お支払いを確認できていません";
  const open = invoices.filter(({ status }) => status === "open").at(-1);
  if (!open) return "お支払いの遅れはありません";
  const due = open.dueAt === null ? undefined : formatDay(open.dueAt);
  return due === undefined ? "お支払い待ちの請求書があります" : `${due}までにお支払いください`;
}
