import type { AlertColor } from "@mui/material/Alert";
import Portal from "@mui/material/Portal";
import Snackbar from "@mui/material/Snackbar";
import { type ReactNode, useEffect, useState } from "react";
import { Notice } from "./notice.tsx";

interface OutcomeSnackbarProps {
  severity?: AlertColor | undefined;
  /** For a dialog, which hides what stands outside of it. */
  disablePortal?: boolean;
  /** Nothing is shown while this is undefined. */
  children: ReactNode | undefined;
}

function Shown({ severity, children }: { severity: AlertColor; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  // What has the focus is not left under the snackbar: `base.css` keeps its height clear.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Snackbar open={isOpen} onClose={(_, reason) => reason !== "clickaway" && close()}>
      <Notice severity={severity} onClose={close}>
        {children}
      </Notice>
    </Snackbar>
  );
}

/**
 * What came of a press, over the top of the screen: nothing on it moves, and the button stays under the pointer. It goes when it
 * is closed, or with the next try.
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
