import { lazy, Suspense, useState } from "react";
import { quoteDraft } from "#web/components/quotes/quote-draft.ts";
import { loadScreen } from "#web/lib/net/load-screen.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Loaded when it is opened, because most customers need no quote. */
const QuotesPanel = lazy(() => loadScreen(() => import("./quotes-panel.tsx")));

/**
 * The disclosure with the quotes. Open if there is a draft. `onRefused`: the plan cannot be bought any more,
 * such as after a purchase in another tab.
 */
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
