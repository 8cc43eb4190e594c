import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { GuardedLeaveContext } from "./guarded-leave.ts";
import { useBrowserGuard } from "./use-browser-guard.ts";

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

/**
 * Asks before anything unsaved within it is lost: through `useGuardedLeave`, the browser's Back and Forward, a reload or
 * the closing of the tab. Programs that navigate, such as after saving or an expired session, are not asked.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const [leaving, setLeaving] = useState<{ go: () => void }>();
  const ask = useCallback((go: () => void) => (unsaved ? setLeaving({ go }) : go()), [unsaved]);
  useBrowserGuard(unsaved !== undefined, ask);
  const stay = () => setLeaving(undefined);
  const leave = () => {
    unsaved?.discard();
    stay();
    leaving?.go();
  };
  return (
    <UnsavedContext value={setUnsaved}>
      <GuardedLeaveContext value={ask}>
        {children}
        {leaving && (
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
      </GuardedLeaveContext>
    </UnsavedContext>
  );
}
