import { type ReactNode, useEffect } from "react";
import { endEarlyInput } from "#web/components/form/early-input.ts";
import { doEarlyPress } from "#web/components/form/early-press.ts";

/** Ends the time of the built page: its fields and its press are the screen's now, and `#root` shows whatever the router says. */
export function FirstScreen({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    endEarlyInput(root);
    delete root.dataset.shows;
    doEarlyPress(root);
  }, [root]);
  return children;
}
