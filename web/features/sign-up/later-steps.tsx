import { AccountStep } from "./account-step.tsx";
import type { Step, StepProps } from "./draft.ts";
import { EmailCodeStep } from "./email-code-step.tsx";
import { PhoneStep, SmsCodeStep } from "./phone-steps.tsx";

interface LaterStepsProps extends StepProps {
  step: Step;
  onSignedIn: () => void;
  phoneRefusal: string | undefined;
}

/** Steps 2 to 5, whose file is loaded while step 1 is filled in. */
export default function LaterSteps({ step, onSignedIn, phoneRefusal, ...props }: LaterStepsProps) {
  return (
    <>
      {step === 1 && <PhoneStep {...props} refusal={phoneRefusal} />}
      {step === 2 && <SmsCodeStep {...props} />}
      {step === 3 && <AccountStep {...props} />}
      {step === 4 && <EmailCodeStep {...props} onSignedIn={onSignedIn} />}
    </>
  );
}
