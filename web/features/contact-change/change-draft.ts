/** A change that a code has to prove first, such as a new phone number: how far it got, free of screens. */
import type { ComponentType, ReactNode } from "react";
import * as z from "zod/mini";
import type { ErrorCode } from "#shared/errors.ts";
import { limits } from "#shared/limits.ts";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import { type DraftStore, defineDraft, type StoredDraft } from "#web/flow/draft.ts";
import { session } from "#web/lib/session/session.ts";

const numberChange = z.object({ requestId: z.string(), chargePhoneNumber: z.string() });

/** By the keys of specification section 3: what the code went to. */
interface Targets {
  newEmail: string;
  numberChangeInfo: z.output<typeof numberChange>;
}
export type TargetKey = keyof Targets;
export type Target<Key extends TargetKey> = Targets[Key];

const targets: { [Key in TargetKey]: StoredDraft<Target<Key>> } = {
  newEmail: {
    read: () => session.read("newEmail"),
    write: (email) => session.write("newEmail", email),
    clear: () => session.remove("newEmail"),
  },
  numberChangeInfo: defineDraft("numberChangeInfo", numberChange),
};

/** Belongs to one login ID: the next customer in this tab starts afresh. */
const progressShape = z.object({
  loginId: z.string(),
  step: z.literal([0, 1]),
  /** The text in the field of step 0. */
  typed: z.string(),
  /** Epoch milliseconds of the last code. */
  sentAt: z.optional(z.number()),
  /** The code has expired or was used: step 0 sends another. */
  expired: z.optional(z.boolean()),
  /** The code was right and is used up; what is left is to save the change. */
  verified: z.optional(z.boolean()),
});
type Progress = z.output<typeof progressShape>;

export interface ChangeDraft<Key extends TargetKey> extends Progress {
  target?: Target<Key>;
}
export type Step = Progress["step"];

const progressOf = {
  newEmail: defineDraft("emailChangeProgress", progressShape),
  numberChangeInfo: defineDraft("numberChangeProgress", progressShape),
};

export function readChange<Key extends TargetKey>(key: Key): ChangeDraft<Key> {
  const loginId = session.read("loginId") ?? "";
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

/** The step that can really be shown when `wanted` is asked for. */
export const reachableStep = (wanted: Step, { target }: ChangeDraft<TargetKey>): Step =>
  target === undefined ? 0 : wanted;

/** `secondsToWait`: the server sent no code now, because it had just sent one. */
export interface Sent<Key extends TargetKey> {
  target: Target<Key>;
  /** Epoch milliseconds. */
  sentAt: number;
  secondsToWait?: number | undefined;
  /** The account has the target already: no code was needed. */
  verified?: boolean | undefined;
}

export function withSent<Key extends TargetKey>(
  { verified: _, expired: __, ...draft }: ChangeDraft<Key>,
  { target, sentAt, verified = false }: Sent<Key>,
): ChangeDraft<Key> {
  return { ...draft, target, sentAt, ...(verified && { verified }) };
}

/** The code is of no use any more. When it was sent stays known: until another may be sent. */
export const withExpired = <Key extends TargetKey>(draft: ChangeDraft<Key>): ChangeDraft<Key> => ({
  ...draft,
  expired: true,
});

/** The server does not accept what was proven (any more): it has to be proven again. */
export function withoutTarget<Key extends TargetKey>({ loginId, typed }: ChangeDraft<Key>): ChangeDraft<Key> {
  return { loginId, step: 0, typed };
}

/** Its code is under way or was right already: step 0 need not send another. */
export const hasUsableCode = (
  { verified, expired, sentAt = 0 }: ChangeDraft<TargetKey>,
  now: number,
): boolean => verified === true || (!expired && now - sentAt < limits.sendAgainSeconds * 1000);

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
  /** The address or number of the code. */
  destination: (target: Target<Key>) => string;
  /** The texts about the code: its way, its lifetime, and the next step if none arrives. */
  entry: { by?: "SMS"; note?: ReactNode; help: ReactNode; resentMessage?: string };
  /** Sends another code, unless the customer cancels. */
  resend: (target: Target<Key>) => Promise<Sent<Key> | "cancelled">;
  /** Has a voice call bring the same code. */
  call?: (target: Target<Key>) => Promise<Sent<Key>>;
  /** `undefined` when the code was right. Throws every error that is not about the code. */
  check: (target: Target<Key>, code: string) => Promise<CodeRefusal | undefined>;
  /** Said once the code was right. */
  verifiedMessage: string;
  save: (target: Target<Key>) => Promise<void>;
  /** Shown on /update/comp after saving. */
  savedMessage: string;
  /** The server's refusal of the verified value, and its message. */
  refused: { code: ErrorCode; message: string };
}
