import { createTheme } from "@mui/material/styles";

/** Header and theme primary colour: specification section 9. */
const yellow = "#f6b602";
/** Text and icons on yellow: 9.6:1. */
const ink = "#2b2100";
/** Yellow's place wherever something must stand out from white: 7.2:1. */
const amber = "#7a4f00";
/** 6.7:1 on white and 3.7:1 on yellow. */
const focusRing = { outline: "3px solid #1d4ed8", outlineOffset: 2 };

export const theme = createTheme({
  palette: {
    primary: { main: yellow, dark: "#dda300", light: "#ffd966", contrastText: ink },
    secondary: { main: amber, contrastText: "#ffffff" },
    error: { main: "#b3261e" },
    success: { main: "#1b6e3c" },
    info: { main: "#1f5a96" },
    text: { primary: "#2a2520", secondary: "#5c5346", disabled: "#6f675a" },
    background: { default: "#faf7f0", paper: "#ffffff" },
    divider: "#e4ddcf",
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: '"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",Meiryo,sans-serif',
    body1: { lineHeight: 1.8 },
    body2: { lineHeight: 1.7 },
    h1: { fontSize: "1.625rem", fontWeight: 700, lineHeight: 1.4 },
    h2: { fontSize: "1.125rem", fontWeight: 700, lineHeight: 1.5 },
    button: { fontWeight: 700, fontSize: "1rem", lineHeight: 1.5, textTransform: "none" },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { font: "inherit", "&.Mui-focusVisible": focusRing } },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: 44, minHeight: 44 } } },
    MuiCheckbox: { defaultProps: { color: "secondary" } },
    MuiRadio: { defaultProps: { color: "secondary" } },
    MuiFormControlLabel: { styleOverrides: { root: { "&:has(:focus-visible)": focusRing } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: "#ffffff",
          "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: "#1d4ed8" },
          "&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: "#b3261e" },
        },
        /** 3.4:1: a field's edge has to be seen. */
        notchedOutline: { borderColor: "#8f8675" },
        input: { paddingBlock: 12 },
      },
    },
  },
});
