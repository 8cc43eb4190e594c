import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { withRail } from "#web/theme/media.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Navigation } from "./navigation.tsx";

const columns = { [withRail]: { display: "grid", gridTemplateColumns: "12rem minmax(0, 1fr)" } } as const;

const side = {
  bgcolor: "background.paper",
  borderBottom: "1px solid",
  borderColor: "divider",
  [withRail]: { borderBottom: 0, borderRight: "1px solid", borderColor: "divider" },
} as const;

/**
 * Content and footer share one column. The footer starts below the window, so that it does not move when data
 * is loaded.
 */
const screen = {
  minWidth: 0,
  "& > main": {
    minHeight: "calc(100vh - 4rem)",
    [withRail]: { paddingTop: 4, paddingInline: 2.5 },
  },
} as const;

/** Shown on focus, beside the logo: it covers the product's name and no link. */
const skip = {
  position: "fixed",
  zIndex: "appBar",
  top: 14,
  left: "4.5rem",
  "&:not(:focus-visible)": { clipPath: "inset(50%)" },
} as const;

/** Skips header and navigation. */
const skipToHeading = (): void => document.querySelector<HTMLElement>("main h1")?.focus();

/**
 * Header, navigation and footer around the screens of a signed-in customer. It stays mounted while the screens change.
 */
export function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Button variant="outlined" size="small" onClick={skipToHeading} sx={skip}>
        本文へ移動
      </Button>
      <Header variant="signed-in" />
      <Box sx={columns}>
        <Box sx={side}>
          <Navigation />
        </Box>
        <Box sx={screen}>
          {children}
          <Footer />
        </Box>
      </Box>
    </>
  );
}
