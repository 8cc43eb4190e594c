/** Forced colors: the system replaces colors, and removes backgrounds and shadows. */
export const forcedColors = "@media (forced-colors: active)";
/**
 * A card, a dialog or the menu on a phone with text at 200 %, or on a very small phone. Container queries
 * count in the container's rem; a media query ignores the text size of a user style sheet.
 */
export const veryNarrow = "@container (max-width: 16.5rem)";
/** The same width for the header, which is as wide as the window. */
export const narrowHeader = "@container (max-width: 20rem)";
/** A dialog with room for a few lines only: it uses the whole window and scrolls as a whole. */
export const cramped = "@container (max-width: 20rem) or (max-height: 30rem)";

/** The width at which the navigation fits beside the screen: 1,024 px at the default text size. Not for print. */
export const withRail = "@media screen and (min-width: 64em)";

/** Returns a padding that shrinks to `share` of the window's width, because large text on a phone needs the room. */
export const inset = (width: string, share = "5.2vw"): string => `min(${width}, ${share})`;
