import type { ThemeOptions } from "@mui/material/styles";

/** The header's color and the theme's primary color: specification section 9. */
const yellow = "#f6b602";
/** Text and icons on yellow. Contrast 9.6:1. */
const ink = "#2b2100";
/** Replaces yellow on white. Contrast 7.2:1. */
const amber = "#7a4f00";

/** The border of a field or a button. Contrast 3.4:1 on white. */
export const edge = "#8f8675";
/** Contrast 6.7:1 on white and 3.7:1 on yellow. */
export const focusRing = { outline: "3px solid #1d4ed8", outlineOffset: 2 } as const;

export const palette = {
  primary: { main: yellow, dark: "#dda300", light: "#ffd966", contrastText: ink },
  secondary: { main: amber, contrastText: "#ffffff" },
  error: { main: "#b3261e" },
  warning: { main: "#8f5600" },
  success: { main: "#1b6e3c" },
  info: { main: "#1f5a96" },
  text: { primary: "#2a2520", secondary: "#5c5346", disabled: "#6f675a" },
  background: { default: "#faf7f0", paper: "#ffffff" },
  divider: "#e4ddcf",
  action: { active: "#5c5346", selected: "#f1ece2", disabled: "#6f675a", disabledBackground: "#e4ddcf" },
} satisfies ThemeOptions["palette"];
