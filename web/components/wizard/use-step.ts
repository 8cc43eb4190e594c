import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DraftStore } from "./use-draft.ts";

export interface StepMoves<Step extends number> {
  goTo: (step: Step) => void;
  next: () => void;
  back: () => void;
}

interface Steps<Step extends number> {
  isStep: (value: unknown) => value is Step;
  /** The step that can really be shown when `wanted` is asked for. */
  reachable: (wanted: Step) => Step;
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

/** A wizard's step. It lives in the browser's history, so that the browser's own Back works between steps. */
export function useStep<Step extends number, Draft extends { step: Step }>(
  { draft, save }: DraftStore<Draft>,
  { isStep, reachable }: Steps<Step>,
): { step: Step } & StepMoves<Step> {
  const navigate = useNavigate();
  const location = useLocation();
  const history = readHistory(location.state);
  const step = reachable(isStep(history.step) ? history.step : draft.step);

  const show = useCallback(
    (state: StepHistory, replace: boolean) => navigate(".", { state, replace }),
    [navigate],
  );
  useEffect(() => {
    if (history.step !== step) show({ step }, true);
  }, [history.step, step, show]);
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

  const goTo = (to: Step): void => void show({ step: to }, true);
  return {
    step,
    goTo,
    next: () => {
      const following: number = step + 1;
      if (isStep(following)) once(() => show({ step: following, afterPrevious: true }, false));
    },
    back: () => {
      const previous: number = step - 1;
      if (history.afterPrevious) once(() => navigate(-1));
      else if (isStep(previous)) once(() => goTo(previous));
    },
  };
}
