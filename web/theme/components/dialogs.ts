import type { ThemeOptions } from "@mui/material/styles";
import { cramped, forcedColors, inset } from "../media.ts";

export const dialogs: ThemeOptions["components"] = {
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: "xs" },
    styleOverrides: {
      paper: {
        /** MUI's own 444 px, which grow with the text. */
        maxWidth: "27.75rem",
        borderRadius: 12,
        [forcedColors]: { border: "1px solid" },
        [cramped]: { width: "calc(100% - 1rem)", maxHeight: "calc(100% - 1rem)", margin: "0.5rem" },
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.h2,
        /** A phone whose text is twice as large has room for ten letters: a phrase stays on one line. */
        fontSize: `min(${theme.typography.h2.fontSize}, 8.5vw)`,
        paddingInline: inset(theme.spacing(3)),
      }),
    },
  },
  MuiDialogContentText: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.palette.text.primary }) },
  },
  /** Also where a form stands between it and the title. */
  MuiDialogContent: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(0, 3, 3),
        paddingInline: inset(theme.spacing(3)),
        /** An error below the last field is not cut off. */
        "&:has(.MuiFormControl-root)": { paddingBottom: theme.spacing(5) },
        [cramped]: { flex: "none", overflowY: "visible" },
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
        [cramped]: { "& > .MuiButton-root": { flexGrow: 1 } },
      }),
    },
  },
};
