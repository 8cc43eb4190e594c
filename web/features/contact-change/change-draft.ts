/** The draft of a change that a code must verify, such as a new phone number. Independent of screens. */
import type { ComponentType, ReactNode } from "react";
import * as z from "zod/mini";
import type { ErrorCode } from "#shared/errors.ts";
import { limits } from "#shared/limits.ts";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import { type DraftStore, defineDraft, type StoredDraft } from "#web/flow/draft.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const numberChange = z.object({ requestId: z.string(), chargePhoneNumber: z.string() });

/** The values that a code verifies, by the keys of specification section 3. */
interface Targets {
  newEmail: string;
  numberChangeInfo: z.output<typeof numberChange>;
}
export type TargetKey = keyof Targets;
export type Target<Key extends TargetKey> = Targets[Key];

const targets: { [Key in TargetKey]: StoredDraft<Target<Key>> } = {
  newEmail: {
    read: () => tabStorage.read("newEmail"),
    write: (email) => tabStorage.write("newEmail", email),
    clear: () => tabStorage.remove("newEmail"),
  },
  numberChangeInfo: defineDraft("numberChangeInfo", numberChange),
};

/** Bound to a login ID, so that another customer in this tab starts again. */
const progressShape = z.object({
  loginId: z.string(),
  step: z.literal([0, 1]),
  /** The text in the field of step 0. */
  typed: z.string(),
  /** Epoch milliseconds of the last code. */
  sentAt: z.optional(z.number()),
  /** The code has expired or was used; step 0 sends another. */
  expired: z.optional(z.boolean()),
  /** The code was right and is used up; the change is not saved yet. */
  verified: z.optional(z.boolean()),
});
type Progress = z.output<typeof progressShape>;

export interface ChangeDraft<Key extends TargetKey> extends Progress {
  target?: Target<Key>;
}
type ChangeStep = Progress["step"];

const progressOf = {
  newEmail: defineDraft("emailChangeProgress", progressShape),
  numberChangeInfo: defineDraft("numberChangeProgress", progressShape),
};

export function readChange<Key extends TargetKey>(key: Key): ChangeDraft<Key> {
  const loginId = tabStorage.read("loginId") ?? "";
  const progress = progressOf[key].read();
  if (progress && progress.loginId !== loginId) return { loginId, step: 0, typed: "" };
  const target = targets[key].read();
  return {
    ...(progress ?? { loginId, step: target === undefined ? 0 : 1, typed: "" }),
    ...(target !== undefined && { target }),
  };
}

export function writeChange<Key extends TargetKey>(key: Key, draft: ChangeDraft<Key>): void {
  progressOf[key].write(draft);
  if (draft.target === undefined) targets[key].clear();
  else targets[key].write(draft.target);
}

export function clearChange(key: TargetKey): void {
  targets[key].clear();
  progressOf[key].clear();
}

/** Returns the step to show if `wanted` is requested. */
export const reachableChangeStep = (wanted: ChangeStep, { target }: ChangeDraft<TargetKey>): ChangeStep =>
  target === undefined ? 0 : wanted;

/** The result of sending a code. `secondsToWait`: set if the server sent none, because it had just sent one. */
export interface Sent<Key extends TargetKey> {
  target: Target<Key>;
  /** Epoch milliseconds. */
  sentAt: number;
  secondsToWait?: number | undefined;
  /** The account already has the target, so no code is needed. */
  verified?: boolean | undefined;
}

export function withSent<Key extends TargetKey>(
  { verified: _, expired: __, ...draft }: ChangeDraft<Key>,
  { target, sentAt, verified = false }: Sent<Key>,
): ChangeDraft<Key> {
  return { ...draft, target, sentAt, ...(verified && { verified }) };
}

/** Marks the code as expired. `sentAt` stays, for the wait until another code. */
export const withExpired = <Key extends TargetKey>(draft: ChangeDraft<Key>): ChangeDraft<Key> => ({
  ...draft,
  expired: true,
});

/** Removes the target, which the API does not accept as verified: it must be verified again. */
export function withoutTarget<Key extends TargetKey>({ loginId, typed }: ChangeDraft<Key>): ChangeDraft<Key> {
  return { loginId, step: 0, typed };
}

/** Returns whether step 0 needs to send no code: one was just sent, or was already right. */
export const hasUsableCode = (
  { verified, expired, sentAt = 0 }: ChangeDraft<TargetKey>,
  now: number,
): boolean => verified === true || (!expired && now - sentAt < limits.sendAgainSeconds * 1000);

export interface FirstStepProps<Key extends TargetKey> {
  store: DraftStore<ChangeDraft<Key>>;
  onSent: () => void;
  onBack: () => void;
  /** Why the target must be verified again. */
  refusal: string | undefined;
}

/** The differences between the two changes of specification section 4. */
export interface VerifiedChange<Key extends TargetKey> {
  key: Key;
  title: string;
  steps: readonly [string, string];
  FirstStep: ComponentType<FirstStepProps<Key>>;
  /** Returns the address or number that the code is sent to. */
  destination: (target: Target<Key>) => string;
  /** The props of `CodeEntry` about the code. */
  entry: { by?: "SMS"; note?: ReactNode; help: ReactNode; resentMessage?: string };
  /** Sends another code, unless the customer cancels. */
  resend: (target: Target<Key>) => Promise<Sent<Key> | "cancelled">;
  /** Requests a voice call with the same code. */
  call?: (target: Target<Key>) => Promise<Sent<Key>>;
  /** Returns `undefined` for the right code. Throws every error that is not about the code. */
  check: (target: Target<Key>, code: string) => Promise<CodeRefusal | undefined>;
  /** The message after the right code. */
  verifiedMessage: string;
  save: (target: Target<Key>) => Promise<void>;
  /** Shown on /update/comp after saving. */
  savedMessage: string;
  /** The API's refusal of the verified value, and its message. */
  refused: { code: ErrorCode; message: string };
}
