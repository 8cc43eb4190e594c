import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { type BlockerFunction, useBeforeUnload, useBlocker } from "react-router-dom";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { type Path, paths } from "#web/routes/paths.ts";
import { guardLeaves } from "./guarded-leave.ts";

interface Unsaved {
  discard: () => void;
}

const UnsavedContext = createContext<(unsaved: Unsaved | undefined) => void>(() => {});

/** Says whether something on this screen would be lost, and how it is thrown away. `discard` must be stable. */
export function useUnsaved(isUnsaved: boolean, discard: () => void): void {
  const tell = useContext(UnsavedContext);
  useEffect(() => {
    tell(isUnsaved ? { discard } : undefined);
    return () => tell(undefined);
  }, [tell, isUnsaved, discard]);
}

/** Navigations of the program, such as after saving or an expired session, need no question, because typed values are kept. */
const pathsThatKeepDrafts: readonly string[] = [
  paths.updateComplete,
  paths.signIn,
  paths.error,
] satisfies readonly Path[];

const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  (historyAction === "POP" || !pathsThatKeepDrafts.includes(nextLocation.pathname));

/**
 * Asks before anything unsaved within it is lost: on the way to another screen, in `guardedLeave`, on a reload and when
 * the tab is closed.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const [leaving, setLeaving] = useState<{ go: () => void }>();
  const blocker = useBlocker((move) => unsaved !== undefined && leavesScreen(move));
  useBeforeUnload((event) => {
    if (unsaved) event.preventDefault();
  });
  const ask = useCallback((go: () => void) => (unsaved ? setLeaving({ go }) : go()), [unsaved]);
  useEffect(() => guardLeaves(ask), [ask]);
  const stay = () => {
    setLeaving(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    unsaved?.discard();
    setLeaving(undefined);
    leaving?.go();
    blocker.proceed?.();
  };
  return (
    <UnsavedContext value={setUnsaved}>
      {children}
      {(leaving || blocker.state === "blocked") && (
        <ConfirmDialog
          title="保存していない変更があります"
          cancelLabel="編集を続ける"
          confirmLabel="変更を破棄して移動"
          onCancel={stay}
          onConfirm={leave}
        >
          このページから移動すると、入力した内容は失われます。
        </ConfirmDialog>
      )}
    </UnsavedContext>
  );
}
