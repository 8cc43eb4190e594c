import { useCallback, useMemo, useRef, useState } from "react";
import type { UserRecord } from "#shared/customer/customer.ts";
import {
  editedTabs,
  readDraft,
  type TabName,
  type Typed,
  type UpdateDraft,
  writeDraft,
} from "./update-draft.ts";

interface EditStore {
  /** The tabs on which something is not saved. */
  unsaved: readonly TabName[];
  /** Something was typed on an earlier visit of this page: a reload, an expired session. */
  restored: boolean;
  typedOf: (tab: TabName) => Typed;
  /** Stored with every keystroke. `secret`: one is being replaced or removed, which is remembered but never stored. */
  saveQuietly: (tab: TabName, typed: Typed, secret: boolean) => void;
  /** Saved, or given up. */
  forget: (tab: TabName) => void;
  /** Throws everything away. */
  discard: () => void;
  /** Grows when everything was thrown away: the forms begin again. */
  epoch: number;
}

const nothing = { user: {}, voice: {}, billing: {} };

const sameTabs = (one: readonly TabName[], other: readonly TabName[]): boolean => one.join() === other.join();

/** Keeps the typed values of all tabs over a reload and an expired session, and guards them when the customer leaves. */
export function useEditStore(record: UserRecord): EditStore {
  const [initial] = useState(() => readDraft(record));
  const latest = useRef<UpdateDraft>(initial);
  const secrets = useRef(new Set<TabName>());
  const [unsaved, setUnsaved] = useState<readonly TabName[]>(() => editedTabs(initial));

  const saveQuietly = useCallback((tab: TabName, typed: Typed, secret: boolean): void => {
    latest.current = { ...latest.current, [tab]: typed };
    writeDraft(latest.current);
    secrets.current[secret ? "add" : "delete"](tab);
    const next = [...new Set([...editedTabs(latest.current), ...secrets.current])];
    setUnsaved((shown) => (sameTabs(shown, next) ? shown : next));
  }, []);
  const forget = useCallback((tab: TabName) => saveQuietly(tab, {}, false), [saveQuietly]);
  const typedOf = useCallback((tab: TabName) => latest.current[tab], []);
  const [epoch, setEpoch] = useState(0);
  const discard = useCallback(() => {
    latest.current = nothing;
    writeDraft(latest.current);
    secrets.current.clear();
    setUnsaved([]);
    setEpoch((before) => before + 1);
  }, []);

  const restored = epoch === 0 && editedTabs(initial).length > 0;
  return useMemo(
    () => ({ unsaved, restored, typedOf, saveQuietly, forget, discard, epoch }),
    [unsaved, restored, typedOf, saveQuietly, forget, discard, epoch],
  );
}

/** The props of every tab. */
export interface TabProps {
  record: UserRecord;
  /** Loads the newest record, which all tabs then show, each with the person's own text over it. */
  reload: () => Promise<UserRecord | undefined>;
  store: EditStore;
}
