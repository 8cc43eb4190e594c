import { useCallback, useEffect, useState } from "react";
import { type BlockerFunction, useBeforeUnload, useBlocker } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { guardLeaves } from "#web/flow/guarded-leave.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/**
 * Targets of navigations that keep the draft, such as after saving or an expired session. They need no confirmation.
 */
const pathsThatKeepDrafts: readonly string[] = [
  paths.updateComplete,
  paths.signIn,
  paths.error,
] satisfies readonly Path[];

const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  (historyAction === "POP" || !pathsThatKeepDrafts.includes(nextLocation.pathname));

interface LeaveGuardProps {
  /** The screen has unsaved values. */
  isUnsaved: boolean;
  onDiscard: () => void;
}

/**
 * Asks for a confirmation before unsaved values are lost: on navigations, in `guardedLeave`, on a reload, and
 * when the tab is closed.
 */
export function LeaveGuard({ isUnsaved, onDiscard }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<{ go: () => void }>();
  const blocker = useBlocker((move) => isUnsaved && leavesScreen(move));
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  const ask = useCallback((go: () => void) => (isUnsaved ? setLeaving({ go }) : go()), [isUnsaved]);
  useEffect(() => guardLeaves(ask), [ask]);
  const stay = () => {
    setLeaving(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    onDiscard();
    setLeaving(undefined);
    leaving?.go();
    blocker.proceed?.();
  };
  if (!leaving && blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="保存していない変更があります"
      cancelLabel="編集を続ける"
      confirmLabel="変更を破棄して移動"
      onCancel={stay}
      onConfirm={leave}
    >
      このページから移動すると、入力した内容は失われます。
    </ConfirmDialog>
  );
}
