import { useLayoutEffect, useRef } from "react";

/** MUI disables a button while it is loading, so the browser takes the focus away: afterwards the button gets it back. */
export function useKeptFocus(isBusy: boolean): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) focused.current = document.activeElement;
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus();
  }, [isBusy]);
}
