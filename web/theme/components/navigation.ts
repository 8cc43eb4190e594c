import type { ThemeOptions } from "@mui/material/styles";
import { forcedColors, veryNarrow } from "../media.ts";
import { edge } from "../palette.ts";

export const navigation: ThemeOptions["components"] = {
  MuiLink: {
    defaultProps: { color: "secondary" },
    styleOverrides: { root: { fontWeight: "inherit" } },
  },
  MuiTabs: {
    defaultProps: { indicatorColor: "secondary" },
    styleOverrides: {
      root: ({ theme }) => ({ borderBottom: `1px solid ${theme.palette.divider}` }),
      list: { [veryNarrow]: { flexDirection: "column" } },
      indicator: {
        height: 3,
        [forcedColors]: { backgroundColor: "Highlight" },
        [veryNarrow]: { display: "none" },
      },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: "3.25rem",
        fontWeight: 400,
        "&:hover": { backgroundColor: theme.palette.background.default },
        "&.Mui-selected": { color: theme.palette.text.primary, fontWeight: 700 },
        "&.Mui-focusVisible": { outlineOffset: -3 },
        "& .MuiStack-root": { justifyContent: "center", [veryNarrow]: { justifyContent: "flex-start" } },
        [theme.containerQueries.down("sm")]: {
          flex: "1 1 auto",
          minWidth: 0,
          padding: 8,
          fontSize: "0.8125rem",
        },
        [veryNarrow]: {
          maxWidth: "none",
          minHeight: "2.75rem",
          alignItems: "flex-start",
          fontSize: "1rem",
          textAlign: "start",
          "&.Mui-selected": { borderInlineStart: `4px solid ${theme.palette.secondary.main}` },
        },
      }),
    },
  },
  /** Hidden on a phone, which shows the mobile stepper. */
  MuiStepper: {
    defaultProps: { alternativeLabel: true },
    styleOverrides: {
      root: ({ theme }) => ({ padding: 0, [theme.breakpoints.down("sm")]: { display: "none" } }),
    },
  },
  MuiStepIcon: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: "2rem",
        color: edge,
        "&.Mui-active": { color: theme.palette.secondary.main, [forcedColors]: { color: "Highlight" } },
        "&.Mui-completed": { color: theme.palette.secondary.main },
      }),
      text: ({ theme }) => ({
        /** Pixels of the SVG's view box, which grows with the text. */
        fontSize: "12px",
        fontWeight: 700,
        fill: theme.palette.common.white,
      }),
    },
  },
  MuiStepLabel: {
    styleOverrides: {
      label: {
        "&.Mui-active": { fontWeight: 700 },
        "&.MuiStepLabel-alternativeLabel": { marginTop: 8 },
      },
    },
  },
  MuiStepConnector: {
    styleOverrides: {
      /** Positions between the icons, which grow with the text. */
      alternativeLabel: { top: "1rem", left: "calc(-50% + 1.25rem)", right: "calc(50% + 1.25rem)" },
      line: { borderTopWidth: 2 },
    },
  },
  MuiMobileStepper: {
    styleOverrides: {
      root: ({ theme }) => ({
        /** Its parts are items of the grid of the wizard's heading. */
        display: "contents",
        [theme.breakpoints.up("sm")]: { display: "none" },
      }),
      progress: ({ theme }) => ({
        gridColumn: "1 / -1",
        width: "auto",
        height: 8,
        borderRadius: 4,
        backgroundColor: theme.palette.divider,
        [forcedColors]: { border: "1px solid" },
        "& .MuiLinearProgress-bar": {
          backgroundColor: theme.palette.secondary.main,
          [forcedColors]: { backgroundColor: "Highlight" },
        },
      }),
    },
  },
};
