import { createTheme, type ThemeOptions } from "@mui/material/styles";
import { buttons } from "./components/buttons.ts";
import { dialogs } from "./components/dialogs.ts";
import { inputs } from "./components/inputs.ts";
import { navigation } from "./components/navigation.ts";
import { surfaces } from "./components/surfaces.ts";
import { forcedColors, veryNarrow } from "./media.ts";
import { palette } from "./palette.ts";
import { monospace, typography } from "./typography.ts";

/** A row stands on one middle line, and wraps where its gaps are flex gaps. A column stretches everything but words. */
const layout: ThemeOptions["components"] = {
  MuiStack: {
    styleOverrides: {
      root: ({ ownerState, theme }) =>
        ownerState.direction === "row"
          ? {
              alignItems: "center",
              ...(ownerState.useFlexGap && { flexWrap: "wrap" }),
              /** A target for a finger. */
              "& > .MuiLink-root": { minHeight: "1.5rem" },
            }
          : {
              "& > :is(.MuiLink-root, .MuiChip-root)": { alignSelf: "flex-start" },
              /** A section is further from the one before it than its parts are from each other; a card shows that itself. */
              "& > section:not(.MuiPaper-root) + section:not(.MuiPaper-root)": {
                paddingTop: theme.spacing(1),
                [theme.breakpoints.up("sm")]: { paddingTop: theme.spacing(2) },
              },
            },
    },
  },
  /** Browsers leave a drawing its colour: ours is dark on dark there. */
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
  /** At the top: a phone's keyboard hides the bottom, and a long form's buttons stand there. */
  MuiSnackbar: {
    defaultProps: { anchorOrigin: { vertical: "top", horizontal: "center" } },
    styleOverrides: {
      root: ({ theme }) => ({
        /** Centred by its left edge, it would get half the screen. */
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
 * Spacing is in rem and breakpoints are in em, like the text: who reads at 200 % gets the same proportions, and the layout
 * of a screen half as wide.
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
