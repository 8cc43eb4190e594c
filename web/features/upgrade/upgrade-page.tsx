import Stack from "@mui/material/Stack";
import { useState } from "react";
import { Navigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { paths } from "#shared/site/paths.ts";
import type { Price } from "#shared/site/site-config.ts";
import { PriceBox } from "#web/components/payment/price-box.tsx";
import { useDraft } from "#web/flow/draft.ts";
import { Wizard } from "#web/flow/wizard.tsx";
import { Page } from "#web/layout/page.tsx";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { priceTexts } from "#web/lib/price.ts";
import { usePriceToPay } from "#web/lib/queries/quotes.ts";
import { useProfile } from "#web/lib/queries/use-profile.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { BillingContactStep } from "./billing-contact-step.tsx";
import { PaymentStep } from "./payment-step.tsx";
import {
  reachableUpgradeStep,
  readUpgradeDraft,
  upgradeDraft,
  type VoiceProviderSecrets,
} from "./upgrade-draft.ts";
import { VoiceProviderStep } from "./voice-provider-step.tsx";

const titles = ["Vonageの接続情報", "請求先ご担当者", "お支払い方法の選択"] as const;

interface UpgradeWizardProps {
  profile: UserRecord;
  price: Price;
  onRefused: () => void;
}

/** The three steps of specification section 2. */
function UpgradeWizard({ profile, price, onRefused }: UpgradeWizardProps) {
  const store = useDraft(() => readUpgradeDraft(profile), upgradeDraft.write);
  const [secrets, setSecrets] = useState<VoiceProviderSecrets>();
  const priceToPay = usePriceToPay(price);
  return (
    <Wizard
      steps={titles}
      draft={store}
      reachable={(wanted, draft) => reachableUpgradeStep(wanted, draft, secrets !== undefined)}
    >
      {(step, moves) => {
        const props = { profile, store, moves, secrets, onRefused };
        if (step === 1) return <BillingContactStep {...props} />;
        if (step === 2) return <PaymentStep {...props} price={price} />;
        return (
          <>
            <PriceBox {...priceTexts(priceToPay)} />
            <VoiceProviderStep {...props} onSecrets={setSecrets} />
          </>
        );
      }}
    </Wizard>
  );
}

/** Explains why the customer cannot upgrade, and leads to the menu. */
function NotUpgradable({ plan }: { plan: string }) {
  return (
    <Stack spacing={3}>
      <AlertBox severity="info">
        {plan === "standard" ? (
          "すでにスタンダードプランをご利用いただいているため、アップグレードのお手続きは必要ありません。"
        ) : (
          <span>
            アップグレードは、トライアルプランのお客様のみご利用いただけます。ご契約の再開は、
            <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からお手続きください。
          </span>
        )}
      </AlertBox>
      <PathButton to={paths.menu}>メニューへ</PathButton>
    </Stack>
  );
}

function Upgrade() {
  const { profile, reload } = useProfile();
  // The price must be shown before the payment.
  const { data: price } = useSetting("price", { failure: () => "error-page" });
  if (!profile || !price) return <Spinner />;
  if (profile.Plan !== "trial") return <NotUpgradable plan={profile.Plan} />;
  return <UpgradeWizard profile={profile} price={price} onRefused={reload} />;
}

/**
 * Returns whether plan and payment type are stored. A trial's payment type is the empty string (specification
 * section 4).
 */
const hasStoredPlan = (): boolean =>
  tabStorage.read("plan") !== undefined && tabStorage.read("paymentType") !== undefined;

/** /upgrade */
export default function UpgradePage() {
  const [known] = useState(hasStoredPlan);
  const state: NavigationState = { from: paths.upgrade };
  if (!known) return <Navigate to={paths.signIn} replace state={state} />;
  return (
    <Page header="signed-in" title="アップグレード">
      <Upgrade />
    </Page>
  );
}
