/** The colours of the system, which takes away grounds and shadows. */
export const forcedColors = "@media (forced-colors: active)";
/**
 * A card, a dialog or the menu on a phone whose text is twice as large, or on a very small one. In the container's rem: a media
 * query knows the browser's text size alone, and not that of a reader's style sheet.
 */
export const veryNarrow = "@container (max-width: 16.5rem)";
/** The same for the header, which is as wide as the window. */
export const narrowHeader = "@container (max-width: 20rem)";
/** As narrow, or too low for more than a few lines: a dialog gets every pixel, and scrolls as a whole. */
export const cramped = "@container (max-width: 20rem) or (max-height: 30rem)";

/** The width at which the navigation fits beside the screen: 1,024 px at the usual text size. Paper has none. */
export const withRail = "@media screen and (min-width: 64em)";

/** A padding that gives way there: very large text on a phone needs the room. */
export const inset = (width: string, share = "5.2vw"): string => `min(${width}, ${share})`;
