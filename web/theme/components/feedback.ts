import type { ThemeOptions } from "@mui/material/styles";
import { veryNarrow } from "../media.ts";

export const feedback: ThemeOptions["components"] = {
  MuiAlert: {
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
  MuiCircularProgress: { defaultProps: { color: "secondary" } },
  MuiSkeleton: { defaultProps: { animation: "wave" }, styleOverrides: { root: { maxWidth: "100%" } } },
};
