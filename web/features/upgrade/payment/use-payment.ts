import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../routes/paths.ts";
import type { Draft } from "../draft.ts";
import { useRefusal } from "../use-refusal.ts";
import { applyForInvoice, openCheckout } from "./pay.ts";

export type Way = "card" | "invoice";

/** Pays once: `busy` from the click until this page is gone, or until it failed. */
export function usePayment(draft: Draft, onRefused: () => void) {
  const navigate = useNavigate();
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
    card: async () => window.location.assign(await openCheckout(draft)),
    invoice: async () => {
      await applyForInvoice(draft);
      navigate(paths.upgradeComplete, { replace: true });
    },
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
