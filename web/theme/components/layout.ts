import type { ThemeOptions } from "@mui/material/styles";
import { monospace } from "../typography.ts";

/** A row stands on one middle line, and wraps where its gaps are flex gaps. A column stretches everything but words. */
export const layout: ThemeOptions["components"] = {
  MuiStack: {
    styleOverrides: {
      root: ({ ownerState, theme }) =>
        ownerState.direction === "row"
          ? {
              alignItems: "center",
              ...(ownerState.useFlexGap && { flexWrap: "wrap" }),
              /** A target for a finger. */
              "& > .MuiLink-root": { minHeight: "1.5rem" },
            }
          : {
              "& > :is(.MuiLink-root, .MuiChip-root)": { alignSelf: "flex-start" },
              /** A section is further from the one before it than its parts are from each other; a card shows that itself. */
              "& > section:not(.MuiPaper-root) + section:not(.MuiPaper-root)": {
                paddingTop: theme.spacing(2),
              },
            },
    },
  },
  MuiTypography: { styleOverrides: { root: { "&:is(code)": { fontFamily: monospace } } } },
};
