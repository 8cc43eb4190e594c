import { type ReactNode, useEffect } from "react";
import { endEarlyInput } from "#web/components/form/early-input.ts";

/** Ends the time of the built page: its fields are the forms' now, and `#root` shows whatever the router says. */
export function FirstScreen({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    endEarlyInput(root);
    delete root.dataset.shows;
  }, [root]);
  return children;
}
