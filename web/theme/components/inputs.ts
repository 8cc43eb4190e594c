import type { ThemeOptions } from "@mui/material/styles";
import { forcedColors, veryNarrow } from "../media.ts";
import { edge, focusRing } from "../palette.ts";
import { monospace } from "../typography.ts";

/** The height of an error of one line with its icon, and a gap. A field with longer errors sets `--error-lines`. */
const errorRoom = "calc(var(--error-lines, 1) * 1.2 * 0.8125rem + 0.4rem)";

export const inputs: ThemeOptions["components"] = {
  /** The gap to the next field, which the form's stack sets, is the room for an error of one line. */
  MuiFormControl: {
    styleOverrides: {
      fullWidth: { paddingBottom: "calc(0.125rem + (var(--error-lines, 1) - 1) * 1.2 * 0.8125rem)" },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        lineHeight: 1.5,
        fontWeight: 700,
        "&, &.Mui-focused, &.Mui-error": { color: theme.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: theme.spacing(0, 0, 0.75),
        color: theme.palette.text.secondary,
        fontSize: "0.875rem",
        lineHeight: 1.6,
        /**
         * An error is drawn in the gap below its field, so that one line moves nothing. More lines move the
         * fields below.
         */
        "&.Mui-error": {
          display: "flex",
          position: "relative",
          zIndex: 1,
          gap: theme.spacing(0.5),
          minHeight: errorRoom,
          paddingBottom: "0.375rem",
          margin: `0.125rem 0 calc(-0.125rem - ${errorRoom})`,
          color: theme.palette.error.main,
          fontSize: "0.8125rem",
          lineHeight: 1.2,
          textWrapStyle: "balance",
          "& svg": { fontSize: "1rem" },
        },
        "&:empty": { margin: 0 },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.palette.background.paper,
        "&:has([autocomplete='one-time-code'])": { [theme.breakpoints.up("sm")]: { maxWidth: "20rem" } },
        /** A text beside the input needs a line of its own. */
        [veryNarrow]: {
          "&:has(.MuiInputAdornment-root > .MuiTypography-root)": {
            flexWrap: "wrap",
            justifyContent: "flex-end",
            paddingBottom: theme.spacing(1),
            "& input": { flexBasis: "100%" },
            "& .MuiInputAdornment-root": { height: "auto" },
          },
        },
        "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderColor: "#1d4ed8" },
        "&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline": {
          borderColor: theme.palette.error.main,
        },
      }),
      notchedOutline: { borderColor: edge },
      input: ({ theme }) => ({
        height: "1.5rem",
        paddingBlock: theme.spacing(1.25),
        /** Contrast 4.9:1 on white. */
        "&::placeholder": { color: "#756c5e", opacity: 1 },
        /** Spaces the digits of a code as in the message that contains it. */
        "&[autocomplete='one-time-code']": {
          fontFamily: monospace,
          fontSize: "min(1.375rem, 8.5vw)",
          letterSpacing: "min(0.4em, 3vw)",
        },
      }),
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: {
        alignItems: "flex-start",
        marginLeft: "-0.6875rem",
        marginRight: 0,
        "&:has(:focus-visible)": focusRing,
      },
      /** Aligns the first line with the checkbox at any text size. */
      label: { paddingBlock: "calc((2.625rem - 1lh) / 2)" },
    },
  },
  MuiFormGroup: { styleOverrides: { row: ({ theme }) => ({ columnGap: theme.spacing(3) }) } },
  MuiChip: {
    defaultProps: { size: "small", variant: "outlined" },
    styleOverrides: {
      root: {
        flexShrink: 0,
        height: "auto",
        minHeight: "1.375rem",
        borderRadius: 4,
        fontSize: "0.75rem",
        fontWeight: 400,
        [forcedColors]: { border: "1px solid" },
      },
      label: { paddingInline: "0.5rem", whiteSpace: "normal" },
    },
  },
  MuiInputAdornment: { styleOverrides: { root: { whiteSpace: "nowrap" } } },
  MuiNativeSelect: {
    styleOverrides: {
      root: { width: "100%" },
      select: { "&&&": { paddingRight: "1.625rem", textOverflow: "ellipsis" } },
    },
  },
  MuiCheckbox: { defaultProps: { color: "secondary" }, styleOverrides: { root: { padding: "0.5625rem" } } },
  MuiRadio: { defaultProps: { color: "secondary" }, styleOverrides: { root: { padding: "0.5625rem" } } },
};
