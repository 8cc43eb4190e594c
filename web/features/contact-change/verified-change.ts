import type { ComponentType, ReactNode } from "react";
import type { ErrorCode } from "#shared/errors.ts";
import type { CodeRefusal } from "#web/components/code-entry/code-entry.tsx";
import type { DraftStore } from "#web/components/wizard/use-draft.ts";
import type { ChangeDraft, Sent, Target, TargetKey } from "./change-draft.ts";

export interface FirstStepProps<Key extends TargetKey> {
  store: DraftStore<ChangeDraft<Key>>;
  /** The code is on its way. */
  onSent: () => void;
  onBack: () => void;
  /** Why what was proven before has to be proven again. */
  refusal: string | undefined;
}

/** One of the two changes of specification section 4, in two steps: what differs between them. */
export interface VerifiedChange<Key extends TargetKey> {
  key: Key;
  title: string;
  steps: readonly [string, string];
  FirstStep: ComponentType<FirstStepProps<Key>>;
  /** Where the code went. */
  destination: (target: Target<Key>) => string;
  by?: "SMS";
  /** A code's life, and what to do when none arrives. */
  note?: ReactNode;
  help: ReactNode;
  resentMessage?: string;
  /** Sends another code. */
  resend: (target: Target<Key>) => Promise<Sent<Key>>;
  /** `undefined` when the code was right. Throws whatever is not about the code. */
  check: (target: Target<Key>, code: string) => Promise<CodeRefusal | undefined>;
  /** Said once the code was right. */
  verifiedMessage: string;
  save: (target: Target<Key>) => Promise<void>;
  /** What /update/comp says then. */
  savedMessage: string;
  /** The server's refusal of what was proven, and what the person is told then. */
  refused: { code: ErrorCode; message: string };
}
