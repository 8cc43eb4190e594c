import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { latePayments } from "#shared/contract.ts";
import { paths } from "#shared/site/paths.ts";
import { LatePaymentAlert } from "#web/components/late-payment-alert.tsx";
import { isCurrentLate } from "#web/lib/payment-sentences.ts";
import { useContract } from "#web/lib/queries/use-contract.ts";
import { session } from "#web/lib/session/session.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Keeps the place that the alert took at the last visit until the contract is there, so that nothing moves below it. */
function useKeptPlace(isPending: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [lastHeight] = useState(() => Number(session.read("alertHeight")) || 0);
  useEffect(() => {
    if (isPending) return undefined;
    const { current } = place;
    if (!current) return session.remove("alertHeight");
    // Told after the layout: asking for the height would have the page laid out before it is painted.
    const observer = new ResizeObserver(([entry]) =>
      session.write("alertHeight", String(entry?.contentRect.height ?? 0)),
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return { place, minHeight: isPending ? lastHeight : 0 };
}

/** Says that a payment is late, that the plan is suspended, or both in one. Left out when it cannot be had: the menu works without it. */
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
