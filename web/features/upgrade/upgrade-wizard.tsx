import { useState } from "react";
import type { UserRecord } from "#shared/customer/customer.ts";
import type { Price } from "#shared/site/site-config.ts";
import { PriceBox } from "#web/components/payment/price-box.tsx";
import { StepHeading } from "#web/components/wizard/step-heading.tsx";
import { Stepper } from "#web/components/wizard/stepper.tsx";
import { useDraft } from "#web/components/wizard/use-draft.ts";
import { useStep } from "#web/components/wizard/use-step.ts";
import { priceTexts } from "#web/lib/price-text.ts";
import { type Credentials, isStep, reachableStep, readDraft, upgradeDraft } from "./draft.ts";
import { BillingContactStep } from "./steps/billing-contact-step.tsx";
import { PaymentStep } from "./steps/payment-step.tsx";
import { VoiceProviderStep } from "./steps/voice-provider-step.tsx";

const titles = ["お客様の音声プロバイダー情報", "請求先ご担当者", "お支払い方法の選択"] as const;

interface UpgradeWizardProps {
  customer: UserRecord;
  price: Price;
  onRefused: () => void;
}

/** The three steps of specification section 2. */
export function UpgradeWizard({ customer, price, onRefused }: UpgradeWizardProps) {
  const store = useDraft(() => readDraft(customer), upgradeDraft.write);
  const [credentials, setCredentials] = useState<Credentials>();
  const reachable = (wanted: 0 | 1 | 2) => reachableStep(wanted, store.draft, credentials !== undefined);
  const { step, ...moves } = useStep(store, { isStep, reachable });
  const props = { customer, store, moves, credentials, onRefused };
  return (
    <>
      <Stepper steps={titles} active={step} />
      <StepHeading titles={titles} step={step} />
      {step === 0 && <PriceBox {...priceTexts(price)} />}
      {step === 0 && <VoiceProviderStep {...props} onCredentials={setCredentials} />}
      {step === 1 && <BillingContactStep {...props} />}
      {step === 2 && <PaymentStep {...props} price={price} />}
    </>
  );
}
