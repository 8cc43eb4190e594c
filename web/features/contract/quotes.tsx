import { lazy, Suspense, useState } from "react";
import { quoteDraft } from "#web/components/quotes/quote-draft.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Most customers buy without a quote: its form and its list are loaded when they are unfolded. */
const QuotesPanel = lazy(() => loadScreen(() => import("./quotes-panel.tsx")));

/** Quotes beside a purchase, folded unless one was begun. `onRefused`: nothing is to be bought any more, e.g. because of another tab. */
export function Quotes({ onRefused }: { onRefused: () => void }) {
  const [isOpen] = useState(() => quoteDraft.read() !== undefined);
  return (
    <Disclosure title="見積書が必要な方" open={isOpen} lazy>
      <Suspense fallback={<Spinner />}>
        <QuotesPanel onRefused={onRefused} />
      </Suspense>
    </Disclosure>
  );
}
