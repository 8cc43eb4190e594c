import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isTabName, type TabName } from "./draft.ts";

function tabIn(state: unknown): TabName | undefined {
  const tab = typeof state === "object" && state !== null && "tab" in state ? state.tab : undefined;
  return isTabName(tab) ? tab : undefined;
}

/**
 * The tab that is shown. The page's entry in the history says which, so that a reload and Back find it again; the router
 * takes its time over that, and the tab does not wait for it.
 */
export function useShownTab(initial: TabName): [TabName, (tab: TabName) => void] {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [shown, setShown] = useState(tabIn(state) ?? initial);
  const show = useCallback(
    (tab: TabName) => {
      setShown(tab);
      navigate(".", { state: { tab }, replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  return [shown, show];
}
