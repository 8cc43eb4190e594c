import { useCallback, useMemo, useRef, useState } from "react";
import type { UserRecord } from "#shared/customer/customer.ts";
import {
  readUpdateDraft,
  type TabName,
  type Typed,
  type UpdateDraft,
  unsavedTabs,
  writeUpdateDraft,
} from "./update-draft.ts";

interface UpdateStore {
  /** The tabs with unsaved values. */
  unsaved: readonly TabName[];
  /** There was a draft when the page was loaded. */
  restored: boolean;
  typedOf: (tab: TabName) => Typed;
  /** Stores a tab's draft. `secret`: the tab has an unsaved secret, which is not stored. */
  saveTab: (tab: TabName, typed: Typed, secret: boolean) => void;
  /** Removes a tab's draft after it was saved or discarded. */
  forget: (tab: TabName) => void;
  /** Discards the drafts of all tabs. */
  discard: () => void;
  /** Incremented by `discard`, to reset the forms. */
  epoch: number;
}

const nothing = { user: {}, voice: {}, billing: {} };

const sameTabs = (one: readonly TabName[], other: readonly TabName[]): boolean => one.join() === other.join();

/** Returns the draft of all tabs. It survives a reload and an expired session. */
export function useUpdateStore(profile: UserRecord): UpdateStore {
  const [initial] = useState(() => readUpdateDraft(profile));
  const latest = useRef<UpdateDraft>(initial);
  const secrets = useRef(new Set<TabName>());
  const [unsaved, setUnsaved] = useState<readonly TabName[]>(() => unsavedTabs(initial));

  const saveTab = useCallback((tab: TabName, typed: Typed, secret: boolean): void => {
    latest.current = { ...latest.current, [tab]: typed };
    writeUpdateDraft(latest.current);
    secrets.current[secret ? "add" : "delete"](tab);
    const next = [...new Set([...unsavedTabs(latest.current), ...secrets.current])];
    setUnsaved((shown) => (sameTabs(shown, next) ? shown : next));
  }, []);
  const forget = useCallback((tab: TabName) => saveTab(tab, {}, false), [saveTab]);
  const typedOf = useCallback((tab: TabName) => latest.current[tab], []);
  const [epoch, setEpoch] = useState(0);
  const discard = useCallback(() => {
    latest.current = nothing;
    writeUpdateDraft(latest.current);
    secrets.current.clear();
    setUnsaved([]);
    setEpoch((before) => before + 1);
  }, []);

  const restored = epoch === 0 && unsavedTabs(initial).length > 0;
  return useMemo(
    () => ({ unsaved, restored, typedOf, saveTab, forget, discard, epoch }),
    [unsaved, restored, typedOf, saveTab, forget, discard, epoch],
  );
}

/** The props of every tab. */
export interface TabProps {
  profile: UserRecord;
  /** Reloads the profile, which all tabs then show with their typed values over it. */
  reload: () => Promise<UserRecord | undefined>;
  store: UpdateStore;
}
