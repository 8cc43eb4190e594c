import { lazy, Suspense } from "react";
import { Spinner } from "#web/components/spinner.tsx";
import { StepHeading } from "#web/components/wizard/step-heading.tsx";
import { Stepper } from "#web/components/wizard/stepper.tsx";
import { loadScreen } from "#web/lib/load-screen.ts";
import { CompanyStep } from "./company/company-step.tsx";
import type { LaterStepsProps } from "./later-steps.tsx";

const titles = ["お客様情報", "電話番号", "SMS認証", "ログイン情報", "メール認証"] as const;
/** Who has a confirmed account already has only these left. */
const titlesWithAccount = titles.slice(0, 3);

const loadLaterSteps = () => loadScreen(() => import("./later-steps.tsx"));
const LaterSteps = lazy(loadLaterSteps);

/** Whoever needs them will see the failure. */
const prepareLaterSteps = (): void => void loadLaterSteps().catch(() => {});

interface SignUpWizardProps extends LaterStepsProps {
  accountConfirmed: boolean;
}

/** The five steps of specification section 2. */
export function SignUpWizard({ accountConfirmed, ...props }: SignUpWizardProps) {
  const { step, store, moves } = props;
  return (
    <>
      <Stepper steps={accountConfirmed ? titlesWithAccount : titles} active={step} />
      <StepHeading titles={titles} step={step} />
      {step === 0 ? (
        <CompanyStep store={store} moves={moves} onTyped={prepareLaterSteps} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <LaterSteps {...props} />
        </Suspense>
      )}
    </>
  );
}
