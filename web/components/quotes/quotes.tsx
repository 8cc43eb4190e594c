import { lazy, Suspense } from "react";
import { loadScreen } from "#web/lib/load-screen.ts";

/** A file of its own: nothing of it is loaded by the screens' other steps and states. */
const QuotesDisclosure = lazy(() => loadScreen(() => import("./quotes-disclosure.tsx")));

/** Quotes beside a purchase, folded. `onRefused`: nothing is to be bought any more, e.g. because of another tab. */
export const Quotes = ({ onRefused }: { onRefused: () => void }) => (
  <Suspense fallback={null}>
    <QuotesDisclosure onRefused={onRefused} />
  </Suspense>
);
