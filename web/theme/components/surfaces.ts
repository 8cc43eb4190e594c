import type { CSSObject, Theme, ThemeOptions } from "@mui/material/styles";
import { forcedColors, inset, narrowHeader } from "../media.ts";
import { focusRing } from "../palette.ts";

declare module "@mui/material/Paper" {
  interface PaperPropsVariantOverrides {
    /** The white card of a screen's content. */
    card: true;
    /** The bar with the buttons of a long form. Sticky, except on a phone, where it would cover the fields. */
    bar: true;
    /** A text in a card, with a background of its own. */
    quiet: true;
  }
}

const card = ({ theme }: { theme: Theme }): CSSObject => ({
  containerType: "inline-size",
  padding: theme.spacing(5),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 12,
  [theme.breakpoints.down("sm")]: { padding: inset(theme.spacing(2.5)) },
});

export const surfaces: ThemeOptions["components"] = {
  MuiAppBar: {
    defaultProps: { position: "static", elevation: 0 },
    styleOverrides: { root: { containerType: "inline-size", [forcedColors]: { borderBottom: "1px solid" } } },
  },
  MuiToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        justifyContent: "space-between",
        gap: theme.spacing(2),
        /** The buttons keep their width; a long login ID is cut off. */
        "& .MuiButton-root": {
          flexShrink: 0,
          whiteSpace: "nowrap",
          paddingInline: theme.spacing(1.5),
          [theme.breakpoints.down("sm")]: { paddingInline: theme.spacing(1) },
        },
        [narrowHeader]: { flexWrap: "wrap", gap: 0, "& .MuiDivider-root": { display: "none" } },
      }),
    },
  },
  MuiContainer: {
    styleOverrides: {
      root: ({ theme }) => ({
        [theme.breakpoints.down("sm")]: { paddingInline: inset(theme.spacing(1.5), "3.2vw") },
        "&:is(footer)": {
          display: "grid",
          rowGap: theme.spacing(1.5),
          paddingBlock: theme.spacing(3),
          color: theme.palette.text.secondary,
        },
        "&:is(main)": {
          containerType: "inline-size",
          paddingBlock: theme.spacing(5),
          [theme.breakpoints.down("sm")]: { paddingBlock: theme.spacing(2) },
        },
        /**
         * A screen that loads content keeps the footer below the window, so that it does not move when the
         * content comes.
         */
        "&:is(main):is(.MuiContainer-maxWidthLg, :has([role='status'] > .MuiCircularProgress-root))": {
          minHeight: "100vh",
        },
      }),
      /** The width of all screens in the frame: five cards of the menu in a row. */
      maxWidthLg: ({ theme }) => ({ [theme.breakpoints.up("lg")]: { maxWidth: "68.5rem" } }),
      /** Outside the frame: the width of forms, and a narrow one. */
      maxWidthMd: ({ theme }) => ({ [theme.breakpoints.up("md")]: { maxWidth: "56rem" } }),
      maxWidthXs: ({ theme }) => ({ [theme.breakpoints.up("xs")]: { maxWidth: "33rem" } }),
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    variants: [
      { props: { variant: "card" }, style: card },
      {
        props: { variant: "bar" },
        style: ({ theme }) => ({
          zIndex: 1,
          bottom: "var(--notices, 0px)",
          paddingBlock: theme.spacing(2),
          borderTop: `1px solid ${theme.palette.divider}`,
          [theme.breakpoints.up("sm")]: { position: "sticky" },
        }),
      },
      {
        props: { variant: "quiet" },
        style: ({ theme }) => ({
          padding: inset(theme.spacing(2)),
          backgroundColor: theme.palette.background.default,
        }),
      },
    ],
  },
  /** A list item with a text and a button. */
  MuiListItem: {
    styleOverrides: {
      padding: ({ theme }) => ({
        flexWrap: "wrap",
        columnGap: theme.spacing(2),
        "& > .MuiButton-root": { alignSelf: "center" },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: "1.5rem", color: "inherit" } } },
  MuiCard: { defaultProps: { variant: "outlined" } },
  MuiCardContent: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: theme.spacing(3, 3, 1), paddingInline: inset(theme.spacing(3)) }),
    },
  },
  MuiAccordion: {
    defaultProps: { variant: "outlined", disableGutters: true },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.shape.borderRadius,
        backgroundColor: theme.palette.background.default,
        "&::before": { display: "none" },
      }),
      heading: { font: "inherit" },
    },
  },
  MuiAccordionSummary: {
    styleOverrides: { root: { fontWeight: 700, "&.Mui-focusVisible": focusRing } },
  },
};
