import { useCallback, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { StepHeading } from "#web/components/wizard/step-heading.tsx";
import { Stepper } from "#web/components/wizard/stepper.tsx";
import { useDraft } from "#web/components/wizard/use-draft.ts";
import { useStep } from "#web/components/wizard/use-step.ts";
import { paths } from "#web/routes/paths.ts";
import {
  type ChangeDraft,
  isStep,
  reachableStep,
  readChange,
  type Step,
  type TargetKey,
  withoutTarget,
  writeChange,
} from "./change-draft.ts";
import { CodeStep } from "./code-step.tsx";
import type { VerifiedChange } from "./verified-change.ts";

/** /em/change and /pn/change: two steps, of which a reload keeps the one that was reached. */
export function ChangePage<Key extends TargetKey>({ change }: { change: VerifiedChange<Key> }) {
  const { key, title, steps, FirstStep } = change;
  const navigate = useNavigate();
  const write = useCallback((draft: ChangeDraft<Key>) => writeChange(key, draft), [key]);
  const store = useDraft(() => readChange(key), write);
  const reachable = (wanted: Step) => reachableStep(wanted, store.draft);
  const { step, next, back, goTo } = useStep(store, { isStep, reachable });
  const [refused, setRefused] = useState(false);
  const refuse = (): void => {
    setRefused(true);
    store.save(withoutTarget);
    goTo(0);
  };
  const { target } = store.draft;
  return (
    <Page header="signed-in" title={title}>
      <Stepper steps={steps} active={step} />
      <StepHeading titles={steps} step={step} />
      {step === 1 && target !== undefined ? (
        <CodeStep change={change} store={store} target={target} onBack={back} onRefused={refuse} />
      ) : (
        <FirstStep
          store={store}
          onSent={next}
          onBack={() => void navigate(paths.update)}
          refusal={refused && target === undefined ? change.refused.message : undefined}
        />
      )}
    </Page>
  );
}
