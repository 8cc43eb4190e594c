import { useCallback, useEffect, useRef, useState } from "react";
import { useRefusal } from "../../lib/api/use-refusal.ts";
import {
  applyForInvoice,
  type BillingContact,
  openCheckout,
  type Purchased,
  type PurchasePath,
} from "./pay.ts";

export type Way = "card" | "invoice";

interface PaymentSettings {
  contact: BillingContact;
  cancelPath: PurchasePath;
  /** By invoice; a card is paid on the provider's page. */
  onPurchased: (purchased: Purchased) => void;
  /** Nothing is to be bought any more, e.g. because of another tab. */
  onRefused: () => void;
}

/** Pays once: `busy` from the click until this page is gone, or until it failed. */
export function usePayment({ contact, cancelPath, onPurchased, onRefused }: PaymentSettings) {
  const { failure, fail, forget } = useRefusal(onRefused);
  const [busy, setBusy] = useState<Way>();
  const started = useRef(false);
  const free = useCallback((): void => {
    started.current = false;
    setBusy(undefined);
  }, []);
  useEffect(() => {
    // The browser's Back from the card provider may bring this very page back as it was left.
    const restore = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) free();
    };
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, [free]);

  const ways: Record<Way, () => Promise<void>> = {
    card: async () => window.location.assign(await openCheckout(contact, cancelPath)),
    invoice: async () => onPurchased(await applyForInvoice(contact)),
  };
  const pay = async (way: Way): Promise<void> => {
    if (started.current) return;
    started.current = true;
    setBusy(way);
    forget();
    try {
      await ways[way]();
    } catch (error) {
      free();
      fail(error);
    }
  };
  return { busy, failure, pay };
}
