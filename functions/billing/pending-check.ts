import type { AuditContext } from "../platform/audit.ts";
import { writeTogether } from "../platform/table.ts";
import { changeCard } from "./change-card.ts";
import { cancelUnpaidSubscription } from "./events/invoice.ts";
import { markChecked, type PendingCheck, removePendingCheck } from "./pending-check-table.ts";
import { readInvoice } from "./stripe/invoices.ts";
import { readSession } from "./stripe/sessions.ts";

/** Later than any setting of Stripe's that gives an invoice up: decision 18. */
const unpaidMs = 30 * 24 * 60 * 60_000;

/** Asks Stripe about something that may have happened without a webhook, or that never happened. */
export async function runPendingCheck(check: PendingCheck, audit: AuditContext): Promise<void> {
  // First: a row that fails every time must not keep the others waiting.
  await markChecked(check.sk);
  const isDone =
    check.kind === "setup-session"
      ? await checkSetupSession(check, audit)
      : await checkUnpaidInvoice(check, audit);
  if (isDone) await writeTogether([removePendingCheck(check.sk)]);
}

async function checkSetupSession(
  { sk: sessionId, sub }: PendingCheck,
  audit: AuditContext,
): Promise<boolean> {
  const session = await readSession(sessionId);
  if (session.state === "card-added") await changeCard(sub, session, audit);
  return session.state !== "open";
}

async function checkUnpaidInvoice(
  { sk: invoiceId, since }: PendingCheck,
  audit: AuditContext,
): Promise<boolean> {
  const { status, subscriptionId } = await readInvoice(invoiceId);
  const isOwed = status === "open" || status === "uncollectible";
  if (!isOwed || subscriptionId === null) return true;
  if (status === "open" && Date.now() - since < unpaidMs) return false;
  await cancelUnpaidSubscription(subscriptionId, audit);
  return true;
}
