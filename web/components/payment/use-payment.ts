import { useMutation } from "@tanstack/react-query";
import { isConnectionFailure, isRefusal, reasonFor } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { leaveFor } from "#web/lib/leave-for.ts";
import { applyForInvoice, type Bill, openCheckout, type Purchased, type PurchasePath } from "./pay.ts";

export type Way = "card" | "invoice";

interface PaymentSettings extends Bill {
  cancelPath: PurchasePath;
  /** By invoice; a card is paid on the provider's page. All buttons are disabled until it has resolved. */
  onPurchased: (purchased: Purchased) => Promise<unknown>;
  /** The customer has already bought the plan, e.g. in another tab. */
  onRefused: () => void;
}

const isShownHere = (error: unknown): boolean => isConnectionFailure(error) || isRefusal(error);

const mutationKey = ["pay"];

/** Pays once: `busy` from the click until this page is gone, or until it failed. */
export function usePayment({ cancelPath, onPurchased, onRefused, ...bill }: PaymentSettings) {
  const ways: Record<Way, () => Promise<unknown>> = {
    card: async () => leaveFor(await openCheckout(bill, cancelPath)),
    invoice: async () => onPurchased(await applyForInvoice(bill)),
  };
  const { mutate, isPending, variables, error } = useMutation({
    mutationKey,
    mutationFn: (way: Way) => ways[way](),
    onError: (failed) => isRefusal(failed) && onRefused(),
    meta: { failure: (failed) => (isShownHere(failed) ? "stay" : "error-page") },
  });
  return {
    busy: isPending ? variables : undefined,
    failure: isShownHere(error) ? reasonFor(error) : undefined,
    pay: (way: Way): void => {
      if (!isUnderWay(mutationKey)) mutate(way);
    },
  };
}
