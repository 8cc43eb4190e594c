import type { Contract } from "#shared/contract.ts";
import { latePayments } from "#web/lib/contract.ts";
import { formatDay } from "#web/lib/format-day.ts";

/** How the payments stand, in a few words; `undefined` while Stripe does not answer. */
export function paymentHealth(contract: Contract): string | undefined {
  if (contract.invoices === null) return undefined;
  if (latePayments(contract).length > 0) return "お支払いを確認できていません";
  const [first] = contract.owed;
  if (!first) return "お支払いの遅れはありません";
  const due = first.dueAt === null ? undefined : formatDay(first.dueAt);
  return due === undefined ? "お支払い待ちの請求書があります" : `${due}までにお支払いください`;
}
