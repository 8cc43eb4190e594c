import { useCall } from "#web/flow/use-call.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import { leaveFor } from "#web/lib/navigation/leave-for.ts";
import { applyForInvoice, type Bill, openCheckout, type Purchased, type PurchasePath } from "./pay.ts";

export type PaymentWay = "card" | "invoice";

export interface Payment {
  way: PaymentWay;
  /** The price on the screen. */
  shownYen: number;
}

interface PaymentSettings extends Bill {
  cancelPath: PurchasePath;
  /** By invoice; a card is paid on the provider's page. All buttons are disabled until it has resolved. */
  onPurchased: (purchased: Purchased) => Promise<unknown>;
  /** The customer has already bought the plan, e.g. in another tab. */
  onRefused: () => void;
}

/** Pays once: `busy` from the click until this page is gone, or until it failed. */
export function usePayment({ cancelPath, onPurchased, onRefused, ...bill }: PaymentSettings) {
  const ways: Record<PaymentWay, (shownYen: number) => Promise<unknown>> = {
    card: async () => leaveFor(await openCheckout(bill, cancelPath)),
    invoice: async (shownYen) => onPurchased(await applyForInvoice(bill, shownYen)),
  };
  const { call, pending, failure } = useCall(({ way, shownYen }: Payment) => ways[way](shownYen), {
    name: "pay",
    isShownHere: isRefusal,
    onError: (error) => isRefusal(error) && onRefused(),
  });
  return { busy: pending?.way, failure, pay: (payment: Payment): void => void call(payment) };
}
