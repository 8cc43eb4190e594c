import { useCallback, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { useDraft } from "#web/flow/draft.ts";
import { Wizard } from "#web/flow/wizard.tsx";
import { Page } from "#web/layout/page.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import {
  type ChangeDraft,
  reachableChangeStep,
  readChange,
  type TargetKey,
  type VerifiedChange,
  withoutTarget,
  writeChange,
} from "./change-draft.ts";
import { CodeStep } from "./code-step.tsx";

/** The current value; a dash until it is loaded. */
export function CurrentValue({ label, children }: { label: string; children: string | undefined }) {
  return (
    <Facts>
      <Fact term={label}>{children ?? "―"}</Fact>
    </Facts>
  );
}

/** /em/change and /pn/change. A reload keeps the step. */
export function ChangePage<Key extends TargetKey>({ change }: { change: VerifiedChange<Key> }) {
  const { key, title, steps, FirstStep } = change;
  const navigate = useNavigate();
  const write = useCallback((draft: ChangeDraft<Key>) => writeChange(key, draft), [key]);
  const store = useDraft(() => readChange(key), write);
  const [refused, setRefused] = useState(false);
  const refuse = (): void => {
    setRefused(true);
    store.save(withoutTarget);
  };
  const { target } = store.draft;
  return (
    <Page header="signed-in" title={title}>
      <Wizard steps={steps} draft={store} reachable={reachableChangeStep}>
        {(step, { next, back }) =>
          step === 1 && target !== undefined ? (
            <CodeStep change={change} store={store} target={target} onBack={back} onRefused={refuse} />
          ) : (
            <FirstStep
              store={store}
              onSent={next}
              onBack={() => void navigate(paths.update)}
              refusal={refused && target === undefined ? change.refused.message : undefined}
            />
          )
        }
      </Wizard>
    </Page>
  );
}
