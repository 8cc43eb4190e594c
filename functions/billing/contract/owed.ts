/** What a customer owes, and what they can do about it. The only place that decides it: menu and contract read its result. */
import type { Owed } from "#shared/contract.ts";
import type { OpenInvoice } from "../stripe/invoice-list.ts";

interface Owing {
  /** Oldest first. */
  open: readonly OpenInvoice[];
  /** The contract that is in force; undefined after it ended, and on trial. */
  current: { subscriptionId: string; cardId: string | undefined } | undefined;
  /** Ids of the cards that were declined, by the invoice. */
  declinedCards: ReadonlyMap<string, string>;
}

export const owedOf = ({ open, current, declinedCards }: Owing): Owed[] =>
  open.map(({ shown, subscriptionId, isCharged, isLate }) => {
    const isOfCurrentContract = current !== undefined && current.subscriptionId === subscriptionId;
    const state = stateOf();
    const { id: invoiceId, number, amount, dueAt, nextAttemptAt, hostedUrl } = shown;
    const invoice = { invoiceId, number, amount, dueAt, nextAttemptAt, hostedUrl };
    // Stripe charges another card for the invoices of a contract that goes on, and for no others.
    const ways: Owed["ways"] = state === "declined" && isOfCurrentContract ? ["change-card", "pay"] : ["pay"];
    return { ...invoice, state, isOfCurrentContract, ways };

    function stateOf(): Owed["state"] {
      if (!isLate) return "due";
      if (!isCharged) return "overdue";
      const declined = declinedCards.get(shown.id);
      const isReplaced =
        isOfCurrentContract &&
        declined !== undefined &&
        current.cardId !== undefined &&
        declined !== current.cardId;
      return isReplaced && shown.nextAttemptAt !== null ? "retrying" : "declined";
    }
  });
