import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { latePayments } from "#shared/contract.ts";
import { paths } from "#shared/site/paths.ts";
import { LatePaymentAlert } from "#web/components/late-payment-alert.tsx";
import { isCurrentLate } from "#web/lib/payment-sentences.ts";
import { useContract } from "#web/lib/queries/use-contract.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/**
 * Reserves the height of the alert that was shown last until the contract is loaded, so that the content
 * below does not move.
 */
function useKeptPlace(isPending: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [lastHeight] = useState(() => Number(tabStorage.read("alertHeight")) || 0);
  useEffect(() => {
    if (isPending) return undefined;
    const { current } = place;
    if (!current) return tabStorage.remove("alertHeight");
    // An observer, because reading the height would force a layout before the paint.
    const observer = new ResizeObserver(([entry]) =>
      tabStorage.write("alertHeight", String(entry?.contentRect.height ?? 0)),
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return { place, minHeight: isPending ? lastHeight : 0 };
}

/**
 * Shows that a payment is late, that the plan is suspended, or both. Renders nothing if the contract cannot be loaded.
 */
export function PaymentAlert({ plan }: { plan: string }) {
  const { contract, isLoading } = useContract({ enabled: plan !== "trial" });
  const { place, minHeight } = useKeptPlace(isLoading);
  const isLate = contract !== undefined && latePayments(contract).length > 0;
  const isOnHold = contract?.status === "on_hold";
  const suspended = plan === "suspended" && !(isOnHold && isCurrentLate(contract)) && (
    <Typography>
      スタンダードプランのご利用を停止しています。
      <TextLink to={paths.contract}>ご契約とお支払い</TextLink>
      <span>{isOnHold ? "をご確認ください。" : "から再開できます。"}</span>
    </Typography>
  );
  if (!isLate && !suspended && minHeight === 0) return null;
  return (
    <Box ref={place} sx={{ minHeight }}>
      {isLate && (
        <LatePaymentAlert contract={contract} note={suspended}>
          {!suspended && <TextLink to={paths.contract}>ご契約とお支払いを確認</TextLink>}
        </LatePaymentAlert>
      )}
      {!isLate && suspended && <AlertBox severity="warning">{suspended}</AlertBox>}
      {minHeight > 0 && <Skeleton variant="rounded" height={minHeight} />}
    </Box>
  );
}
