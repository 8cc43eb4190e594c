/** The colours of the system, which takes away grounds and shadows. */
export const forcedColors = "@media (forced-colors: active)";
/** A phone whose text is twice as large, or a very small one. */
export const veryNarrow = "@media (max-width: 20em)";
/** As narrow, or too low for more than a few lines: a dialog gets every pixel, and scrolls as a whole. */
export const cramped = "@media (max-width: 20em), (max-height: 30em)";

/** The width at which the navigation fits beside the screen: 1,024 px at the usual text size. Paper has none. */
export const withRail = "@media screen and (min-width: 64em)";

/** A padding that gives way there: very large text on a phone needs the room. */
export const inset = (width: string, share = "5.2vw"): string => `min(${width}, ${share})`;
