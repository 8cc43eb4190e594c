import { useLayoutEffect } from "react";
import { type createBrowserRouter, useLocation } from "react-router-dom";

/** Of the screen that the router shows: a number where the person has been on it before. */
let position: number | false | null = null;

export function followScrollPosition({ subscribe }: ReturnType<typeof createBrowserRouter>): void {
  subscribe(({ restoreScrollPosition }) => {
    position = restoreScrollPosition;
  });
}

/** The person scrolls or presses on their own. */
const acts = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * `ScrollRestoration` scrolls once, when the screen is drawn. Where its data makes the page long enough only later, this goes on
 * until the position is reached, or the person does something.
 */
export function useLateScroll(): void {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen that is shown
  useLayoutEffect(() => {
    if (!position) return undefined;
    const top = position;
    const ending = new AbortController();
    const growth = new ResizeObserver(() => {
      window.scrollTo(0, top);
      if (window.scrollY > top - 1) ending.abort();
    });
    const { signal } = ending;
    signal.addEventListener("abort", () => growth.disconnect());
    for (const act of acts) window.addEventListener(act, () => ending.abort(), { signal });
    growth.observe(document.body);
    return () => ending.abort();
  }, [location]);
}
