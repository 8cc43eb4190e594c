import Container from "@mui/material/Container";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { productName } from "#shared/site/product.ts";
import { announcePage } from "#web/lib/navigation/arrival.ts";
import { forgetReload } from "#web/lib/navigation/load-screen.ts";
import { Footer } from "./footer.tsx";
import { Header, type HeaderVariant } from "./header.tsx";
import { Words } from "./words.tsx";

const widths = { narrow: "xs", medium: "md", wide: "lg" } as const;

interface PageProps {
  header: HeaderVariant;
  /** The heading, and the document's title. In words where large text has to break between them. */
  title: string | readonly string[];
  /** `narrow`, outside the frame, and `medium` put the content on a white card; `wide` leaves it on the page. */
  width?: keyof typeof widths;
  /** Stands above the heading. */
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

/** Every screen: heading and content, with top bar and footer unless a frame has them. On a change of screen the heading takes the focus. */
export function Page({ header, title, width = "medium", mark, children }: PageProps) {
  const heading = useArrival();
  const isInFrame = useContext(InFrame);
  const shownWidth = isInFrame && width === "narrow" ? "medium" : width;
  const content = (
    <Stack spacing={3}>
      {mark}
      <Typography variant="h1" ref={heading} tabIndex={-1}>
        {typeof title === "string" ? title : <Words words={title} />}
      </Typography>
      {children}
    </Stack>
  );
  const main = (
    <>
      <title>{`${typeof title === "string" ? title : title.join("")} | ${productName.full}`}</title>
      <Container component="main" maxWidth={widths[shownWidth]}>
        {width === "wide" ? content : <Paper variant="card">{content}</Paper>}
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
