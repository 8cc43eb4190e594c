import Container from "@mui/material/Container";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { productName } from "#shared/site/product.ts";
import { announcePage } from "#web/lib/navigation/arrival.ts";
import { forgetReload } from "#web/lib/net/load-screen.ts";
import { Words } from "#web/ui/words.tsx";
import { Footer } from "./footer.tsx";
import { Header, type HeaderVariant } from "./header.tsx";

const widths = { narrow: "xs", medium: "md" } as const;

const narrowCard = { maxWidth: "40rem" } as const;

interface PageProps {
  header: HeaderVariant;
  /** The heading and the document's title. Words, if large text can only break between them. */
  title: string | readonly string[];
  /** The card's width. In the frame, all screens have the same container, so that their headings align. */
  width?: keyof typeof widths;
  /** Renders `children` without a card, because they contain cards. */
  withoutCard?: boolean;
  /** A drawing above the content. Outside the frame, it is also above the heading. */
  mark?: ReactNode;
  children: ReactNode;
}

/** True in `SignedInFrame`, which renders header, navigation and footer. */
export const InFrame = createContext(false);

/** The first screen of a visit does not move the focus. */
let firstScreen = true;

function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(forgetReload, []);
  useEffect(announcePage, []);
  useEffect(() => {
    if (firstScreen) {
      firstScreen = false;
      return;
    }
    // The screen has already focused one of its fields.
    if (heading.current?.parentElement?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * A screen: heading and content, with header and footer unless `SignedInFrame` renders them. After a
 * navigation, the heading receives the focus.
 */
export function Page({ header, title, width = "medium", withoutCard = false, mark, children }: PageProps) {
  const arrival = useArrival();
  const isInFrame = useContext(InFrame);
  const heading = (
    <Typography variant="h1" ref={arrival} tabIndex={-1}>
      {typeof title === "string" ? title : <Words words={title} />}
    </Typography>
  );
  const main = (
    <>
      <title>{`${typeof title === "string" ? title : title.join("")} | ${productName.full}`}</title>
      <Container component="main" maxWidth={isInFrame ? "lg" : widths[width]}>
        {isInFrame ? (
          <Stack spacing={3}>
            {heading}
            {withoutCard ? (
              children
            ) : (
              <Paper variant="card" sx={width === "narrow" ? narrowCard : undefined}>
                <Stack spacing={3} useFlexGap>
                  {mark}
                  {children}
                </Stack>
              </Paper>
            )}
          </Stack>
        ) : (
          <Paper variant="card">
            <Stack spacing={3}>
              {mark}
              {heading}
              {children}
            </Stack>
          </Paper>
        )}
      </Container>
    </>
  );
  if (isInFrame) return main;
  return (
    <>
      <Header variant={header} />
      {main}
      <Footer />
    </>
  );
}
