/** Everything that the pool remembers, and how it becomes JSON and back. */
import { z } from "zod";

const milliseconds = z.number();
const attributes = z.record(z.string(), z.string());

/** What a code proves: that a new user owns the address, that a password may be reset, a new address. */
const codePurpose = z.enum(["signUp", "forgotPassword", "email"]);

const code = z.object({ value: z.string(), destination: z.string(), expiresAt: milliseconds });

const user = z.object({
  sub: z.string(),
  /** As typed at sign-up; a pool that ignores case still shows it like this. */
  userName: z.string(),
  status: z.enum(["UNCONFIRMED", "CONFIRMED"]),
  createdAt: milliseconds,
  modifiedAt: milliseconds,
  attributes,
  /** New values that wait for their code while `attributes` keeps the proven ones. */
  pendingAttributes: attributes,
  /** SRP salt and verifier in hex: the password itself is never kept. */
  password: z.object({ salt: z.string(), verifier: z.string() }),
  codes: z.partialRecord(codePurpose, code),
});

/** A sign-in that waits for the client's answer. Later challenges (MFA, new password) become further kinds. */
const challenge = z.object({
  kind: z.literal("PASSWORD_VERIFIER"),
  userKey: z.string(),
  userIdForSrp: z.string(),
  /** Hex: the client's public value, the server's secret and public values. */
  clientPublic: z.string(),
  serverSecret: z.string(),
  serverPublic: z.string(),
  expiresAt: milliseconds,
});

/** One sign-in: every token that descends from it carries its ids. */
const signIn = z.object({
  eventId: z.string(),
  originJti: z.string(),
  userKey: z.string(),
  sub: z.string(),
  refreshSecret: z.string(),
  authenticatedAt: milliseconds,
  refreshExpiresAt: milliseconds,
  revoked: z.boolean(),
});

const passwordFailures = z.object({
  count: z.number(),
  lastAt: milliseconds,
  lockedUntil: milliseconds,
});

const entries = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.string(), value]));

const savedState = z.object({
  users: entries(user),
  challenges: entries(challenge),
  signIns: entries(signIn),
  attempts: entries(z.array(milliseconds)),
  passwordFailures: entries(passwordFailures),
});

export type CodePurpose = z.infer<typeof codePurpose>;
export type Code = z.infer<typeof code>;
export type User = z.infer<typeof user>;
export type PasswordVerifierChallenge = z.infer<typeof challenge>;
export type SignIn = z.infer<typeof signIn>;

export interface PoolState {
  /** By `userKey`: the name, folded when the pool ignores case. */
  users: Map<string, User>;
  /** By the handle that the client hands back. */
  challenges: Map<string, PasswordVerifierChallenge>;
  /** By event id. */
  signIns: Map<string, SignIn>;
  /** By operation and user: when it was attempted within the last hour. */
  attempts: Map<string, number[]>;
  /** By `userKey`, which need not exist. */
  passwordFailures: Map<string, z.infer<typeof passwordFailures>>;
}

export function emptyState(): PoolState {
  return {
    users: new Map(),
    challenges: new Map(),
    signIns: new Map(),
    attempts: new Map(),
    passwordFailures: new Map(),
  };
}

export function saveState(state: PoolState): unknown {
  return structuredClone(
    Object.fromEntries(Object.entries(state).map(([name, values]) => [name, [...values]])),
  );
}

/** Throws when `saved` is not what `saveState` gave. */
export function loadState(saved: unknown): PoolState {
  const state = savedState.parse(saved);
  return {
    users: new Map(state.users),
    challenges: new Map(state.challenges),
    signIns: new Map(state.signIns),
    attempts: new Map(state.attempts),
    passwordFailures: new Map(state.passwordFailures),
  };
}
