import type { UserRecord } from "#shared/customer/customer.ts";
import type { EditStore } from "./use-edit-store.ts";

/** What every tab is given. */
export interface TabProps {
  record: UserRecord;
  /** Loads the newest record, which all tabs then show, each with the person's own text over it. */
  reload: () => Promise<UserRecord | undefined>;
  store: EditStore;
}
