import { useLayoutEffect } from "react";
import { type createBrowserRouter, type Location, useLocation } from "react-router-dom";

/** Of the screen that the router shows: a number where the person has been on it before. */
let position: number | false | null = null;

/** Where the person scrolled the built page to; `undefined` once another screen was shown. */
let builtPageTop: number | undefined;

/** Draw before `ScrollRestoration`, which begins the first screen at its top, as it does every other. */
export function BuiltPageScroll(): null {
  useLayoutEffect(() => {
    builtPageTop = window.scrollY;
  }, []);
  return null;
}

/** A document that is loaded anew has the same key as each before it in the tab; its path tells it from them. */
export const scrollKey = ({ key, pathname }: Location): string => (key === "default" ? pathname : key);

export function followScrollPosition({ subscribe }: ReturnType<typeof createBrowserRouter>): void {
  subscribe(({ restoreScrollPosition }) => {
    position = restoreScrollPosition;
  });
}

/** The person scrolls or presses on their own. */
const acts = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * `ScrollRestoration` scrolls once, when the screen is drawn. Where its data makes the page long enough only later, this goes on
 * until the position is reached, or the person does something. The first screen stays where the built page was.
 */
export function useLateScroll(): void {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen that is shown
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
