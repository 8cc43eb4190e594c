import { StepHeading } from "../../components/wizard/step-heading.tsx";
import { Stepper } from "../../components/wizard/stepper.tsx";
import { AccountStep } from "./account/account-step.tsx";
import { EmailCodeStep } from "./account/email-code-step.tsx";
import { CompanyStep } from "./company/company-step.tsx";
import type { Step } from "./draft.ts";
import { PhoneStep } from "./phone/phone-step.tsx";
import { SmsCodeStep } from "./phone/sms-code-step.tsx";
import type { StepProps } from "./step-props.ts";

const titles = ["お客様情報", "電話番号", "SMS認証", "ログイン情報", "メール認証"] as const;
/** Who has a confirmed account already has only these left. */
const titlesWithAccount = titles.slice(0, 3);

interface SignUpWizardProps extends StepProps {
  step: Step;
  accountConfirmed: boolean;
  onSignedIn: () => void;
  phoneRefusal: string | undefined;
}

/** The five steps of specification section 2. */
export function SignUpWizard({
  step,
  accountConfirmed,
  onSignedIn,
  phoneRefusal,
  ...props
}: SignUpWizardProps) {
  return (
    <>
      <Stepper steps={accountConfirmed ? titlesWithAccount : titles} active={step} />
      <StepHeading titles={titles} step={step} />
      {step === 0 && <CompanyStep {...props} />}
      {step === 1 && <PhoneStep {...props} refusal={phoneRefusal} />}
      {step === 2 && <SmsCodeStep {...props} />}
      {step === 3 && <AccountStep {...props} />}
      {step === 4 && <EmailCodeStep {...props} onSignedIn={onSignedIn} />}
    </>
  );
}
