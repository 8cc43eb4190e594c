import type { paymentTypes } from "#shared/enums.ts";
import { useCall } from "#web/flow/use-call.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import { leaveFor } from "#web/lib/navigation/leave-for.ts";
import { applyForInvoice, type Bill, openCheckout, type Purchased, type PurchasePath } from "./pay.ts";

export type PaymentType = (typeof paymentTypes)[number];

export interface Payment {
  type: PaymentType;
  /** The price on the screen. */
  shownYen: number;
}

interface PaymentSettings extends Bill {
  cancelPath: PurchasePath;
  /**
   * Called after a purchase by invoice; the buttons stay disabled until it resolves. A card is paid on the
   * provider's page.
   */
  onPurchased: (purchased: Purchased) => Promise<unknown>;
  /** Called if the customer has already bought the plan, such as in another tab. */
  onRefused: () => void;
}

/**
 * Returns `pay`, which pays once, and `busy`: the payment type from the press until the page is left or the call fails.
 */
export function usePayment({ cancelPath, onPurchased, onRefused, ...bill }: PaymentSettings) {
  const calls: Record<PaymentType, (shownYen: number) => Promise<unknown>> = {
    card: async () => leaveFor(await openCheckout(bill, cancelPath)),
    invoice: async (shownYen) => onPurchased(await applyForInvoice(bill, shownYen)),
  };
  const { call, pending, failure } = useCall(({ type, shownYen }: Payment) => calls[type](shownYen), {
    name: "pay",
    isShownHere: isRefusal,
    onError: (error) => isRefusal(error) && onRefused(),
  });
  return { busy: pending?.type, failure, pay: (payment: Payment): void => void call(payment) };
}
