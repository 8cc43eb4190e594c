import type { ThemeOptions } from "@mui/material/styles";
import type { CSSProperties } from "react";

declare module "@mui/material/styles" {
  interface TypographyVariants {
    mark: CSSProperties;
  }
  interface TypographyVariantsOptions {
    mark?: CSSProperties;
  }
}
declare module "@mui/material/Typography" {
  interface TypographyPropsVariantOverrides {
    /** The mark 任意 beside a label. `Chip` would add a component to the first screen. */
    mark: true;
  }
}

const heading = { fontWeight: 700, textWrapStyle: "balance" } as const;

/** Sizes in rem, so that text grows with the browser's setting. `base.css` sets the same font for the document. */
export const typography = {
  fontFamily: '"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",Meiryo,sans-serif',
  h1: { ...heading, fontSize: "min(clamp(1.375rem, 1.2rem + 0.8vw, 1.625rem), 10vw)", lineHeight: 1.4 },
  /** A phone with text at 200 % fits ten characters in a line: the headings' phrases do not break. */
  h2: { ...heading, fontSize: "min(1.25rem, 8vw)", lineHeight: 1.5 },
  h3: { ...heading, fontSize: "1rem", lineHeight: 1.6 },
  body1: { lineHeight: 1.8 },
  body2: { lineHeight: 1.7 },
  caption: { fontSize: "0.8125rem", lineHeight: 1.6 },
  mark: {
    flexShrink: 0,
    padding: "0 0.5rem",
    border: "1px solid",
    borderRadius: 4,
    fontSize: "0.75rem",
    lineHeight: 1.6,
  },
  button: { fontWeight: 700, fontSize: "1rem", lineHeight: 1.5, textTransform: "none" },
} satisfies ThemeOptions["typography"];

export const monospace = 'Menlo, Consolas, "Liberation Mono", monospace';
