import { useCallback, useRef, useState } from "react";

export interface DraftStore<Draft> {
  draft: Draft;
  /** Stored, and shown. */
  save: (change: (draft: Draft) => Draft) => void;
  /** Stored only: what is typed is on the screen already. */
  keep: (change: (draft: Draft) => Draft) => void;
}

/** A wizard's draft, stored with every change, so that leaving or reloading loses nothing. `write` must be stable. */
export function useDraft<Draft>(read: () => Draft, write: (draft: Draft) => void): DraftStore<Draft> {
  const [draft, show] = useState(read);
  const latest = useRef(draft);
  const keep = useCallback(
    (change: (draft: Draft) => Draft) => {
      latest.current = change(latest.current);
      write(latest.current);
    },
    [write],
  );
  const save = useCallback(
    (change: (draft: Draft) => Draft) => {
      keep(change);
      show(latest.current);
    },
    [keep],
  );
  return { draft, save, keep };
}
