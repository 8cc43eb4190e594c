import { type StepMoves as Moves, useStep as useWizardStep } from "#web/components/wizard/use-step.ts";
import { isStep, reachableConfirmedStep, reachableStep, type Step } from "./draft.ts";
import type { DraftStore } from "./use-draft.ts";

export type StepMoves = Moves<Step>;

/** The step that the draft and the account allow. */
export function useStep(store: DraftStore, accountConfirmed: boolean): { step: Step } & StepMoves {
  const reachable = accountConfirmed ? reachableConfirmedStep : reachableStep;
  return useWizardStep(store, { isStep, reachable: (wanted) => reachable(wanted, store.draft) });
}
