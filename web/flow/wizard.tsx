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
  /** The entry before this one is the step before this one. */
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
  /** The titles in the stepper, where it does not show all of them. */
  shown?: readonly string[];
  draft: DraftStore<Draft>;
  /** Above the stepper. */
  lead?: (step: Draft["step"]) => ReactNode;
  /** The step that can really be shown when `wanted` is asked for. */
  reachable: (wanted: Draft["step"], draft: Draft) => Draft["step"];
  children: (step: Draft["step"], moves: StepMoves) => ReactNode;
}

/** The step lives in the browser's history, so that the browser's own Back works between steps. */
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

  /** A second click may come before the next step is drawn. */
  const left = useRef<typeof location>(undefined);
  const once = (move: () => void): void => {
    if (left.current === location) return;
    left.current = location;
    move();
  };
  /** The entry that is left says its step, for Back. Not before: a navigation of our own would undo a Back that is on its way. */
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

/** A form in steps: resumes where the draft and `reachable` say, and counts the steps above it. */
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
