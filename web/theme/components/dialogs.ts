import type { ThemeOptions } from "@mui/material/styles";
import { forcedColors, inset, veryNarrow } from "../media.ts";

export const dialogs: ThemeOptions["components"] = {
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: "xs" },
    styleOverrides: {
      paper: {
        borderRadius: 12,
        [forcedColors]: { border: "1px solid" },
        [veryNarrow]: { width: "calc(100% - 1rem)", maxHeight: "calc(100% - 1rem)", margin: "0.5rem" },
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.h2,
        paddingInline: inset(theme.spacing(3)),
        /** Where the dialog scrolls as a whole, and begins at the button that has the focus. */
        [veryNarrow]: {
          position: "sticky",
          top: 0,
          zIndex: 1,
          backgroundColor: theme.palette.background.paper,
        },
      }),
    },
  },
  MuiDialogContentText: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.palette.text.primary }) },
  },
  /** Also where a form stands between it and the title. An error below the last field is not cut off. */
  MuiDialogContent: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(0, 3, 5),
        paddingInline: inset(theme.spacing(3)),
        /** The dialog scrolls as a whole. */
        [veryNarrow]: { flex: "none", overflowY: "visible" },
      }),
    },
  },
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: ({ theme }) => ({
        flexWrap: "wrap",
        gap: theme.spacing(1.5),
        padding: theme.spacing(0, 3, 3),
        paddingInline: inset(theme.spacing(3)),
      }),
    },
  },
};
