/** The colours of the system, which takes away grounds and shadows. */
export const forcedColors = "@media (forced-colors: active)";
/** A phone whose text is twice as large, or a very small one. */
export const veryNarrow = "@media (max-width: 20em)";

/** A padding that gives way there: very large text on a phone needs the room. */
export const inset = (width: string, share = "5.2vw"): string => `min(${width}, ${share})`;
