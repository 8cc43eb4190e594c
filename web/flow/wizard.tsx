import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DraftStore } from "./draft.ts";
import { Stepper } from "./stepper.tsx";

export interface StepMoves {
  next: () => void;
  back: () => void;
}

interface StepHistory {
  step?: number;
  /** The previous history entry is the previous step. */
  afterPrevious?: boolean;
}

function readHistory(state: unknown): StepHistory {
  if (typeof state !== "object" || state === null || !("step" in state)) return {};
  if (typeof state.step !== "number") return {};
  return { step: state.step, afterPrevious: "afterPrevious" in state && state.afterPrevious === true };
}

interface WizardDraft {
  step: number;
}

interface WizardProps<Draft extends WizardDraft> {
  /** The steps' titles. */
  steps: readonly string[];
  /** The titles in the stepper, if it does not show all of them. */
  shown?: readonly string[];
  draft: DraftStore<Draft>;
  /** Above the stepper. */
  lead?: (step: Draft["step"]) => ReactNode;
  /** Returns the step to show if `wanted` is requested. */
  reachable: (wanted: Draft["step"], draft: Draft) => Draft["step"];
  children: (step: Draft["step"], moves: StepMoves) => ReactNode;
}

/** Keeps the step in the browser's history, so that the browser's Back works between steps. */
function useStep<Draft extends WizardDraft>({
  steps,
  draft: { draft, save },
  reachable,
}: Omit<WizardProps<Draft>, "lead" | "children">): { step: Draft["step"] } & StepMoves {
  const navigate = useNavigate();
  const location = useLocation();
  const history = readHistory(location.state);
  const isStep = (value: number | undefined): value is Draft["step"] => value !== undefined && value in steps;
  const step = reachable(isStep(history.step) ? history.step : draft.step, draft);

  const show = useCallback(
    (state: StepHistory, replace: boolean) => navigate(".", { state, replace }),
    [navigate],
  );
  useEffect(() => {
    if (draft.step !== step) save((current) => ({ ...current, step }));
  }, [draft.step, step, save]);

  /** A second press can happen before the next step is rendered. */
  const left = useRef<typeof location>(undefined);
  const once = (move: () => void): void => {
    if (left.current === location) return;
    left.current = location;
    move();
  };
  /**
   * Stores the current step in its history entry, for Back. Not earlier: a navigation would cancel a Back
   * that is in progress.
   */
  const showNext = async (): Promise<void> => {
    if (history.step !== step) await show({ step }, true);
    await show({ step: step + 1, afterPrevious: true }, false);
  };
  return {
    step,
    next: () => {
      if (isStep(step + 1)) once(() => void showNext());
    },
    back: () => {
      if (history.afterPrevious) once(() => navigate(-1));
      else if (isStep(step - 1)) once(() => show({ step: step - 1 }, true));
    },
  };
}

/** A form in steps. It starts at the step of the draft and `reachable`, and shows the stepper above. */
export function Wizard<Draft extends WizardDraft>({ lead, children, ...props }: WizardProps<Draft>) {
  const { steps, shown = steps } = props;
  const { step, ...moves } = useStep(props);
  return (
    <>
      {lead?.(step)}
      <Stepper steps={shown} active={step} title={steps[step]} />
      {children(step, moves)}
    </>
  );
}
