import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Contract } from "#shared/contract.ts";
import { paths } from "#shared/site/paths.ts";
import { CompletionPage } from "#web/layout/completion-page.tsx";
import { Page } from "#web/layout/page.tsx";
import { formatDay } from "#web/lib/format-day.ts";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { firstInvoiceSentence } from "#web/lib/payment-sentences.ts";
import { useContract } from "#web/lib/queries/use-contract.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { PathButton } from "#web/ui/path-button.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Returns the sentence about the first invoice, which Stripe may have issued already. */
const invoiceSentence = (contract: Contract): string => {
  const { billingContact, owed } = contract;
  const due = formatDay(owed[0]?.dueAt);
  return due === undefined
    ? firstInvoiceSentence(contract)
    : `請求書を ${billingContact.email} にお送りします。${due}までに、銀行振込でお支払いください。`;
};

/** Shows where the first invoice is sent and until when to pay it, for customers who pay by invoice. */
function FirstInvoice() {
  const [isByInvoice] = useState(() => tabStorage.read("paymentType") === "invoice");
  const { contract, isPending } = useContract({ enabled: isByInvoice });
  if (!isByInvoice) return null;
  if (isPending) return <Skeleton height="1.7rem" width="80%" />;
  return (
    contract && (
      <Typography>
        <Sentence>{invoiceSentence(contract)}</Sentence>
      </Typography>
    )
  );
}

const checkFeatures = "プラグインから、各機能をご確認ください。";

function Upgraded() {
  return (
    <CompletionPage
      header="signed-in"
      title="アップグレードが完了しました"
      actionLabel="メニューへ"
      actionPath={paths.menu}
    >
      <Typography>スタンダードプランへアップグレードしました。{checkFeatures}</Typography>
      <FirstInvoice />
      <Typography>
        ご契約内容と請求書は、<TextLink to={paths.contract}>ご契約とお支払い</TextLink>でご確認いただけます。
      </Typography>
      <Typography>
        通話とSMSをはじめる手順は、<TextLink to={paths.guide}>ご利用開始ガイド</TextLink>をご覧ください。
      </Typography>
    </CompletionPage>
  );
}

/** Shown to visitors who have not just upgraded. */
function CurrentPlan() {
  const [plan] = useState(() => tabStorage.read("plan"));
  return (
    <Page header="signed-in" title="アップグレード">
      <Typography>
        {plan === "standard"
          ? `スタンダードプランをご利用中です。${checkFeatures}`
          : "現在ご利用中のプランは、メニューでご確認いただけます。"}
      </Typography>
      <PathButton to={paths.menu}>メニューへ</PathButton>
    </Page>
  );
}

/** /upgrade/comp */
export default function UpgradeCompletePage() {
  const { completed } = useNavigationState();
  return completed ? <Upgraded /> : <CurrentPlan />;
}
