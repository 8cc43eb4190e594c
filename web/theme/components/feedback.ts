import type { ThemeOptions } from "@mui/material/styles";
import { veryNarrow } from "../media.ts";

export const feedback: ThemeOptions["components"] = {
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
  MuiAlertTitle: { styleOverrides: { root: { fontWeight: 700 } } },
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
  MuiSkeleton: { defaultProps: { animation: "wave" }, styleOverrides: { root: { maxWidth: "100%" } } },
};
