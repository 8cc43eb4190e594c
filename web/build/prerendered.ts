import { paths } from "#shared/site/paths.ts";
import { session } from "#web/lib/session/session.ts";

/** The value of `data-shows` on the page for unknown paths. */
export const unknownPath = "*";

/** The value of `data-shows` that fits the document's own location. */
function locationShows(): string {
  const path = window.location.pathname.replace(/(?<=.)\/$/, "");
  return Object.values(paths).find((known) => known === path) ?? unknownPath;
}

/** Set by the router for one screen on behalf of another; the browser keeps it through a reload. */
function hasNavigationState(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "usr" in state && Boolean(state.usr);
}

/**
 * Returns whether React would render the same HTML as the build: the same screen, without data about the person. Every other
 * screen replaces the HTML as a whole.
 */
export const isPrerendered = (root: HTMLElement): boolean =>
  root.dataset.shows === locationShows() && session.isEmpty() && !hasNavigationState();
