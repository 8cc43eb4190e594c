import type { AlertColor } from "@mui/material/Alert";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AlertBox } from "./alert-box.tsx";

interface OutcomeSnackbarProps {
  severity?: AlertColor | undefined;
  /** Renders in place. Needed in a dialog, which hides the rest of the document from screen readers. */
  disablePortal?: boolean;
  /** `undefined` hides the snackbar. */
  children: ReactNode | undefined;
}

/** Other severities stay until they are closed. */
const successMilliseconds = 10_000;

/** Closes the open snackbar: only one is shown at a time. */
let closeShown = (): void => {};

function Shown({ severity, children }: { severity: AlertColor; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const cameFrom = useRef<EventTarget>(null);
  const close = (): void => setOpen(false);
  /**
   * Returns the focus to where it was: when the close button disappears, the focus would move to the top of the page.
   */
  const closeAndReturn = (): void => {
    close();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  useEffect(() => {
    closeShown();
    closeShown = () => setOpen(false);
    // Scrolls the focused element out from under the snackbar, by `scroll-padding-block` of `base.css`.
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
 * Shows the outcome of a press above the screen, so that no content moves. It disappears when it is closed or
 * on the next press, and a success after 10 seconds.
 */
export function OutcomeSnackbar({ severity = "error", disablePortal, children }: OutcomeSnackbarProps) {
  if (children === undefined) return null;
  return (
    // A portal, because a card is a CSS container, and a container is the containing block of `position:
    // fixed`.
    <Portal disablePortal={disablePortal ?? false}>
      <Shown severity={severity}>{children}</Shown>
    </Portal>
  );
}
