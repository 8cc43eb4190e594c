/**
 * Computes a customer's debt and the possible next steps. No other code decides them: menu, contract and
 * mails read the result.
 */
import type { Profile } from "#functions/customer/profile.ts";
import type { Owed } from "#shared/contract.ts";
import { type OpenInvoice, readDeclinedCard } from "../stripe/invoice-list.ts";
import type { SubscriptionWithCard } from "../stripe/subscriptions.ts";
import type { Terms } from "./terms.ts";

/** The contract that has not ended. */
interface CurrentContract {
  subscriptionId: string;
  cardId: string | undefined;
  /** Stripe would charge another card. */
  canChangeCard: boolean;
}

interface Owing {
  /** Oldest first. */
  open: readonly OpenInvoice[];
  /** Undefined without a contract, and after it has ended. */
  current: CurrentContract | undefined;
  /** Ids of the cards that were declined, by the invoice. */
  declinedCards: ReadonlyMap<string, string>;
}

/** Returns the owed invoices: urgent ones of the current contract first, then by age. */
export function owedOf({ open, current, declinedCards }: Owing): Owed[] {
  const owed = open.map((invoice) => owedFor(invoice, isOfCurrent(invoice) ? current : undefined));
  return [...owed.filter(isUrgent), ...owed.filter((each) => !isUrgent(each))];

  function isOfCurrent({ subscriptionId }: OpenInvoice): boolean {
    return current !== undefined && subscriptionId === current.subscriptionId;
  }

  function owedFor(
    { shown, remaining: amount, isCharged, isLate, subscriptionId }: OpenInvoice,
    contract: CurrentContract | undefined,
  ): Owed {
    const state = stateOf();
    const { id: invoiceId, number, dueAt, nextAttemptAt, hostedUrl } = shown;
    const invoice = { invoiceId, number, amount, dueAt, nextAttemptAt, hostedUrl };
    // Stripe charges another card only for the invoices of a contract that has not ended.
    const ways: Owed["ways"] =
      state === "declined" && contract?.canChangeCard ? ["change-card", "pay"] : ["pay"];
    const ofNone = subscriptionId === null ? "none" : "former";
    return { ...invoice, state, contract: contract ? "current" : ofNone, ways };

    function stateOf(): Owed["state"] {
      if (!isLate) return "due";
      if (!isCharged) return "overdue";
      const declined = declinedCards.get(shown.id);
      const isReplaced =
        declined !== undefined && contract?.cardId !== undefined && declined !== contract.cardId;
      return isReplaced && shown.nextAttemptAt !== null ? "retrying" : "declined";
    }
  }
}

/** True if the current contract ends unless the invoice is paid. */
const isUrgent = ({ contract, state }: Owed): boolean =>
  contract === "current" && (state === "overdue" || state === "declined");

/** `terms`: Stripe's, or those of the cached copy during an outage. */
export function currentContract(
  { subscriptionId }: Pick<Profile, "subscriptionId">,
  { status, actions }: Terms,
  subscription: SubscriptionWithCard | undefined,
): CurrentContract | undefined {
  if (subscriptionId === undefined || status === "ended") return undefined;
  return { subscriptionId, cardId: subscription?.card?.id, canChangeCard: actions.includes("change-card") };
}

/**
 * Returns the owed invoices. Calls Stripe once for each invoice whose card was declined; `ask` handles a
 * failure.
 */
export async function readOwed(
  open: readonly OpenInvoice[],
  current: CurrentContract | undefined,
  ask: (card: Promise<string | undefined>) => Promise<string | undefined>,
): Promise<Owed[]> {
  const charged = open.filter(({ isLate, isCharged }) => isLate && isCharged);
  const cards = await Promise.all(
    charged.map(async ({ shown: { id } }) => [id, await ask(readDeclinedCard(id))] as const),
  );
  const declinedCards = new Map(cards.flatMap(([id, card]) => (card === undefined ? [] : [[id, card]])));
  return owedOf({ open, current, declinedCards });
}
