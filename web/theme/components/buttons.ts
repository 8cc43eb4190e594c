import type { ThemeOptions } from "@mui/material/styles";
import { forcedColors, inset, veryNarrow } from "../media.ts";
import { edge, focusRing } from "../palette.ts";

/**
 * Buttons fill the width of a phone and of a narrow card, except `text` and `small` ones, which stand in bars
 * and beside text.
 */
export const buttons: ThemeOptions["components"] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { font: "inherit", "&.Mui-focusVisible": focusRing } },
  },
  MuiButton: {
    defaultProps: { variant: "contained", disableElevation: true },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        minHeight: "2.75rem",
        paddingInline: inset(theme.spacing(3)),
        textAlign: "center",
        ...(ownerState.size === "small" && {
          alignSelf: "flex-start",
          minHeight: "2.25rem",
          paddingInline: theme.spacing(2),
        }),
        ...(ownerState.size !== "small" &&
          ownerState.variant !== "text" && {
            alignSelf: ownerState.fullWidth ? "stretch" : "flex-start",
            [theme.breakpoints.down("sm")]: { width: "100%" },
            [theme.containerQueries.down("sm")]: { width: "100%" },
          }),
      }),
      startIcon: { [veryNarrow]: { display: "none" }, "& > :nth-of-type(1)": { fontSize: "1.25rem" } },
      endIcon: { "& > :nth-of-type(1)": { fontSize: "1.25rem" } },
    },
    variants: [
      { props: { variant: "contained" }, style: { [forcedColors]: { border: "1px solid" } } },
      {
        props: { variant: "outlined", color: "primary" },
        style: ({ theme }) => ({
          color: theme.palette.text.primary,
          borderColor: edge,
          backgroundColor: theme.palette.background.paper,
          "&:hover": {
            borderColor: theme.palette.text.primary,
            backgroundColor: theme.palette.background.default,
          },
        }),
      },
      {
        props: { variant: "text", color: "primary" },
        style: { color: "inherit", "&:hover": { backgroundColor: "rgb(43 33 0 / 8%)" } },
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: { root: { minWidth: "2.75rem", minHeight: "2.75rem" }, edgeEnd: { marginLeft: 8 } },
  },
};
