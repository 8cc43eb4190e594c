import { createTheme, type ThemeOptions } from "@mui/material/styles";
import { buttons } from "./components/buttons.ts";
import { dialogs } from "./components/dialogs.ts";
import { inputs } from "./components/inputs.ts";
import { navigation } from "./components/navigation.ts";
import { surfaces } from "./components/surfaces.ts";
import { forcedColors, veryNarrow } from "./media.ts";
import { palette } from "./palette.ts";
import { monospace, typography } from "./typography.ts";

/**
 * A row centers its children vertically, and wraps if it uses flex gaps. A column stretches its children,
 * except links and chips.
 */
const layout: ThemeOptions["components"] = {
  MuiStack: {
    styleOverrides: {
      root: ({ ownerState, theme }) =>
        ownerState.direction === "row"
          ? {
              alignItems: "center",
              ...(ownerState.useFlexGap && { flexWrap: "wrap" }),
              /** The minimum height of a touch target. */
              "& > .MuiLink-root": { minHeight: "1.5rem" },
            }
          : {
              "& > :is(.MuiLink-root, .MuiChip-root)": { alignSelf: "flex-start" },
              /** The gap between sections is larger than the gap between the parts of a section. Cards need none. */
              "& > section:not(.MuiPaper-root) + section:not(.MuiPaper-root)": {
                paddingTop: theme.spacing(1),
                [theme.breakpoints.up("sm")]: { paddingTop: theme.spacing(2) },
              },
            },
    },
  },
  /** In forced colors, browsers keep the color of an SVG, which would be dark on dark. */
  MuiSvgIcon: { styleOverrides: { root: { [forcedColors]: { forcedColorAdjust: "auto" } } } },
  MuiTypography: { styleOverrides: { root: { "&:is(code)": { fontFamily: monospace } } } },
};

const feedback: ThemeOptions["components"] = {
  MuiAlert: {
    defaultProps: { closeText: "閉じる" },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        border: `1px solid ${theme.palette[ownerState.severity ?? "info"].main}`,
        color: theme.palette.text.primary,
        fontSize: "1rem",
        lineHeight: 1.7,
      }),
      icon: { paddingTop: "0.5625rem", fontSize: "1.375rem", [veryNarrow]: { display: "none" } },
      message: {
        minWidth: 0,
        "& p + p": { marginTop: 4 },
        "& > .MuiStack-root:not(:first-child)": { marginTop: "0.5rem" },
      },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: { fontWeight: 700, wordBreak: "auto-phrase" } } },
  /** At the top, because a phone's keyboard and the save bar of a long form cover the bottom. */
  MuiSnackbar: {
    defaultProps: { anchorOrigin: { vertical: "top", horizontal: "center" } },
    styleOverrides: {
      root: ({ theme }) => ({
        /** MUI centers it by its left edge, which halves its maximum width. */
        [theme.breakpoints.up("sm")]: { width: "max-content", maxWidth: "calc(100vw - 3rem)" },
        "& .MuiAlert-root": { maxWidth: "36rem", boxShadow: theme.shadows[4], fontSize: "0.875rem" },
      }),
    },
  },
  MuiCircularProgress: { defaultProps: { color: "secondary" } },
  MuiSkeleton: {
    defaultProps: { animation: "wave", className: "appears-late" },
    styleOverrides: {
      root: ({ theme }) => ({ maxWidth: "100%", backgroundColor: theme.palette.action.selected }),
    },
  },
};

/**
 * Spacing is in rem and breakpoints are in em, so that text at 200 % has the same proportions, and the layout
 * of a screen of half the width.
 */
export const theme = createTheme({
  palette,
  typography,
  breakpoints: { unit: "em", values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  mixins: { toolbar: { minHeight: "4rem" } },
  spacing: (factor: number) => `${factor / 2}rem`,
  shape: { borderRadius: 8 },
  motion: { reducedMotion: "system" },
  components: { ...layout, ...buttons, ...inputs, ...navigation, ...surfaces, ...dialogs, ...feedback },
});
