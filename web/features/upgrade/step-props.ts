import type { UserRecord } from "#shared/customer/customer.ts";
import type { DraftStore } from "#web/components/wizard/use-draft.ts";
import type { StepMoves } from "#web/components/wizard/use-step.ts";
import type { Credentials, Draft, Step } from "./draft.ts";

/** What every step of the wizard is given. */
export interface StepProps {
  customer: UserRecord;
  store: DraftStore<Draft>;
  moves: StepMoves<Step>;
  credentials: Credentials | undefined;
  /** The server refused because of what the customer is by now: look again. */
  onRefused: () => void;
}
