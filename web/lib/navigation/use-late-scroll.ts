import { useLayoutEffect } from "react";
import { type createBrowserRouter, type Location, useLocation } from "react-router-dom";

/** The scroll position of the router's screen: a number if the customer has been on it before. */
let position: number | false | null = null;

/** The scroll position of the prerendered page; `undefined` once another screen was shown. */
let builtPageTop: number | undefined;

/** Render before `ScrollRestoration`, which scrolls the first screen to its top. */
export function BuiltPageScroll(): null {
  useLayoutEffect(() => {
    builtPageTop = window.scrollY;
  }, []);
  return null;
}

/**
 * Returns the key of `ScrollRestoration`. After a full page load the router's key is always `default`, so the
 * path replaces it.
 */
export const scrollKey = ({ key, pathname }: Location): string => (key === "default" ? pathname : key);

export function followScrollPosition({ subscribe }: ReturnType<typeof createBrowserRouter>): void {
  subscribe(({ restoreScrollPosition }) => {
    position = restoreScrollPosition;
  });
}

/** Events with which the customer scrolls or acts. */
const acts = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Restores the scroll position of a screen whose data makes it long enough later: `ScrollRestoration` scrolls
 * once, at the first render. Stops at the position, or when the customer scrolls or acts. The first screen
 * stays where the prerendered page was.
 */
export function useLateScroll(): void {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen
  useLayoutEffect(() => {
    const top = position ?? builtPageTop;
    builtPageTop = undefined;
    if (!top) return undefined;
    window.scrollTo(0, top);
    if (position === null) return undefined;
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
