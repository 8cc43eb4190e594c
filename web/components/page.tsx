import Box from "@mui/material/Box";
import { type ReactNode, useEffect, useRef } from "react";
import { productName } from "../../shared/product.ts";
import { Header, type HeaderVariant } from "./header.tsx";

const widths = { narrow: 480, medium: 760, wide: 1096 } as const;
const card = {
  bgcolor: "background.paper",
  border: 1,
  borderColor: "divider",
  borderRadius: 2,
  p: { xs: 2.5, sm: 5 },
} as const;

interface PageProps {
  header: HeaderVariant;
  /** The heading, and the document's title. */
  title: string;
  /** `narrow` and `medium` put the content on a white card; `wide` leaves it on the page. */
  width?: keyof typeof widths;
  children: ReactNode;
}

/** The first screen of a visit leaves the focus where the browser put it. */
let firstScreen = true;

function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (firstScreen) {
      firstScreen = false;
      return;
    }
    // A screen that is all about one field has put the focus there.
    if (heading.current?.parentElement?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The frame of every screen: top bar, heading, content. On a change of screen the heading takes the focus. */
export function Page({ header, title, width = "medium", children }: PageProps) {
  const heading = useArrival();
  return (
    <>
      <title>{`${title} | ${productName.full}`}</title>
      <Header variant={header} />
      <Box
        component="main"
        sx={{
          maxWidth: { xs: "none", sm: widths[width] + 48 },
          mx: "auto",
          px: { xs: 1.5, sm: 3 },
          py: { xs: 2, sm: 5 },
        }}
      >
        <Box sx={width === "wide" ? { px: { xs: 0.5, sm: 0 } } : card}>
          <Box
            component="h1"
            ref={heading}
            tabIndex={-1}
            sx={{ typography: "h1", mt: 0, mb: 3, fontSize: { xs: "1.375rem", sm: "1.625rem" } }}
          >
            {title}
          </Box>
          {children}
        </Box>
      </Box>
    </>
  );
}
