import type { ThemeOptions } from "@mui/material/styles";
import { cramped, forcedColors, inset } from "../media.ts";

export const dialogs: ThemeOptions["components"] = {
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: "xs" },
    styleOverrides: {
      container: { containerType: "size" },
      paper: {
        /** MUI's 444 px in rem, so that it grows with the text. */
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
        paddingInline: inset(theme.spacing(3)),
      }),
    },
  },
  MuiDialogContentText: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.palette.text.primary }) },
  },
  /** MUI resets the padding only directly below a title; a form can be between them. */
  MuiDialogContent: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(0, 3, 3),
        paddingInline: inset(theme.spacing(3)),
        /** Room for an error below the last field. */
        "&:has(.MuiFormControl-root)": { paddingBottom: theme.spacing(5) },
        [cramped]: {
          flex: "none",
          overflowY: "visible",
          /** The buttons need the room more. */
          "&:not(:has(.MuiFormHelperText-root.Mui-error))": { paddingBottom: theme.spacing(3) },
        },
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
