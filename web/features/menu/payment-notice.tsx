import { LatePaymentNotice } from "#web/components/late-payment-notice.tsx";
import { Notice } from "#web/components/notice.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { useContract } from "#web/lib/contract.ts";
import { paths } from "#web/routes/paths.ts";

/** Says that a payment is late, or that the plan is suspended. Left out when it cannot be had: the menu works without it. */
export function PaymentNotice({ plan }: { plan: string }) {
  const { contract } = useContract({ enabled: plan !== "trial" });
  return (
    <>
      {contract && (
        <LatePaymentNotice contract={contract}>
          <TextLink to={paths.contract}>ご契約とお支払いを確認</TextLink>
        </LatePaymentNotice>
      )}
      {plan === "suspended" && (
        <Notice severity="warning">
          スタンダードプランのご利用を停止しています。
          <TextLink to={paths.contract}>ご契約とお支払い</TextLink>から再開できます。
        </Notice>
      )}
    </>
  );
}
