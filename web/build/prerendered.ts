import { paths } from "#shared/site/paths.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

/** The value of `data-shows` on the page for unknown paths. */
export const unknownPath = "*";

/** Returns the value of `data-shows` for the document's address. */
function locationShows(): string {
  const path = window.location.pathname.replace(/(?<=.)\/$/, "");
  return Object.values(paths).find((known) => known === path) ?? unknownPath;
}

/** Whether a screen has passed state to this one. The browser keeps the state through a reload. */
function hasNavigationState(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "usr" in state && Boolean(state.usr);
}

/**
 * Returns whether React would render the prerendered HTML: the same screen, without data about the customer.
 * Other screens replace the HTML.
 */
export const isPrerendered = (root: HTMLElement): boolean =>
  root.dataset.shows === locationShows() && tabStorage.isEmpty() && !hasNavigationState();
