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
  /** The heading, and the document's title. In words where large text has to break between them. */
  title: string | readonly string[];
  /** Of the card. Within the frame all screens have one container, and their heading stands at one place. */
  width?: keyof typeof widths;
  /** The content brings its own cards. */
  withoutCard?: boolean;
  /** Stands above the content, outside the frame above the heading too. */
  mark?: ReactNode;
  children: ReactNode;
}

/** True within the frame of the signed-in screens, which has header, navigation and footer already. */
export const InFrame = createContext(false);

/** The first screen of a visit leaves the focus where the browser put it. */
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
    // A screen that is all about one field has put the focus there.
    if (heading.current?.parentElement?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * Every screen: heading and content, with top bar and footer unless a frame has them. On a change of screen the heading takes the
 * focus.
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
