/** The colours of the system, which takes away grounds and shadows. */
export const forcedColors = "@media (forced-colors: active)";
/** A phone whose text is twice as large, or a very small one. */
export const veryNarrow = "@media (max-width: 20em)";
