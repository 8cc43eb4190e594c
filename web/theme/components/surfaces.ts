import type { CSSObject, Theme, ThemeOptions } from "@mui/material/styles";
import { forcedColors, inset, narrowHeader } from "../media.ts";
import { focusRing } from "../palette.ts";

declare module "@mui/material/Paper" {
  interface PaperPropsVariantOverrides {
    /** The white card that a screen's content stands on. */
    card: true;
    /** The buttons of a long form, within reach; on a phone they must not cover half of what is being filled in. */
    bar: true;
    /** Something to read within a card, set apart by its ground. */
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
        /** Keep their width; a long login ID gives way. */
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
        /** Where content is loaded the footer stays out of sight, so that nothing on the screen moves when it arrives. */
        "&:is(main):is(.MuiContainer-maxWidthLg, :has([role='status'] > .MuiCircularProgress-root))": {
          minHeight: "100vh",
        },
      }),
      /** One width for all screens of the frame: the menu's five cards in a row. */
      maxWidthLg: ({ theme }) => ({ [theme.breakpoints.up("lg")]: { maxWidth: "68.5rem" } }),
      /** Outside the frame: one for everything that is filled in, and a narrow one. */
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
  /** Where a text has something to press beside it. */
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
