import type { AlertColor } from "@mui/material/Alert";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AlertBox } from "./alert-box.tsx";

interface OutcomeSnackbarProps {
  severity?: AlertColor | undefined;
  /** For a dialog, which hides what stands outside of it. */
  disablePortal?: boolean;
  /** The snackbar is hidden while this is undefined. */
  children: ReactNode | undefined;
}

/** Only a success closes by itself. */
const successMilliseconds = 10_000;

/** There is room for one. */
let closeShown = (): void => {};

function Shown({ severity, children }: { severity: AlertColor; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const cameFrom = useRef<EventTarget>(null);
  const close = (): void => setOpen(false);
  /** The button goes with the snackbar: without a place of its own, the focus would begin again at the top of the page. */
  const closeAndReturn = (): void => {
    close();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  useEffect(() => {
    closeShown();
    closeShown = () => setOpen(false);
    // Scrolls the focused element out from under the snackbar: `base.css` keeps its height clear.
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={severity === "success" ? successMilliseconds : null}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onClose={(_, reason) => reason !== "clickaway" && close()}
    >
      <AlertBox severity={severity} onClose={closeAndReturn}>
        {children}
      </AlertBox>
    </Snackbar>
  );
}

/**
 * The outcome of a press, above the screen: no content moves, and the button stays under the pointer. It disappears when it is
 * closed, with the next try, and after a while if it is a success.
 */
export function OutcomeSnackbar({ severity = "error", disablePortal, children }: OutcomeSnackbarProps) {
  if (children === undefined) return null;
  return (
    // A card that is a container would hold what is fixed within it.
    <Portal disablePortal={disablePortal ?? false}>
      <Shown severity={severity}>{children}</Shown>
    </Portal>
  );
}
