import { lazy, Suspense } from "react";
import { loadScreen } from "#web/lib/load-screen.ts";
import { Disclosure } from "../disclosure.tsx";
import { Spinner } from "../spinner.tsx";

/** Most customers buy without a quote: its form and its list are loaded when they are unfolded. */
const QuotesPanel = lazy(() => loadScreen(() => import("./quotes-panel.tsx")));

/** Quotes beside a purchase, folded. `onRefused`: nothing is to be bought any more, e.g. because of another tab. */
export const Quotes = ({ onRefused }: { onRefused: () => void }) => (
  <Disclosure title="見積書が必要な方" lazy>
    <Suspense fallback={<Spinner />}>
      <QuotesPanel onRefused={onRefused} />
    </Suspense>
  </Disclosure>
);
