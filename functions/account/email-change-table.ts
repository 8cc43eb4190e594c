/**
 * Changes of an account's e-mail address, which browsers make at the user pool. A ticket allows one code for
 * another address: the endpoint `account` issues it after a recent password, and the trigger `custom-message`
 * redeems it. A task follows each code, because the user pool may change the address without a later call to
 * the API.
 */
import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { haveSessionsEnded } from "#functions/activity/password-table.ts";
import { repeatMs } from "#functions/mail/mail-limits.ts";
import { hash } from "#functions/platform/networks.ts";
import { enforceLimits, signInLimit } from "#functions/platform/rate-limits.ts";
import { type Key, queryNewest, readItem, tryTransactWrite } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { type Task, taskKind } from "#functions/tasks/task.ts";
import { dayMs, hourMs } from "#shared/durations.ts";

/** Lifetime of a Cognito code. */
const codeMs = dayMs;
/** One hour more, for a last check. */
const rowMs = codeMs + hourMs;
/** The site passes a ticket to Cognito at once; a slow connection needs longer. */
const ticketMs = 2 * 60_000;

const data = z.object({
  loginId: z.string(),
  /** Milliseconds since the epoch: when the latest code was sent. */
  sentAt: z.int(),
  /** Hash of the account's address at that time. */
  before: z.string(),
});
export type PendingEmailChange = Task & z.output<typeof data>;
/** The key is the account's `sub`. */
export const emailChangeTask = taskKind("EMAIL_CHANGES", data);

export const isCodeExpired = ({ sentAt }: PendingEmailChange): boolean => Date.now() - sentAt > codeMs;

const ticketRow = z.object({
  /** Hash of the new address. */
  email: z.string(),
  /** Milliseconds since the epoch: when the session that requested the ticket signed in. */
  signedInAt: z.int(),
});

const ticketPrefix = "EMAIL_CHANGE#";
const ticketKey = (sub: string, ticket: string): Key => ({
  pk: `ACTIVITY#${sub}`,
  sk: `${ticketPrefix}${hash(ticket)}`,
});

/** Cognito keeps the case of letters, and mailboxes ignore it. */
const hashOf = (email: string): string => hash(email.toLowerCase());

/**
 * Returns a new ticket, which only this session learns: 256 random bits in Base64url. The table holds its
 * hash. Throws 429.
 */
export async function createEmailTicket(
  { sub, originJti, signedInAt = 0 }: Pick<Caller, "sub" | "originJti" | "signedInAt">,
  email: string,
): Promise<string> {
  const ticket = randomBytes(32).toString("base64url");
  const until = Date.now() + ticketMs;
  // Kept as long as the code is valid: the reconciler looks for the ticket of a new address.
  const expiresAt = epochSeconds(until + rowMs);
  const row = { ...ticketKey(sub, ticket), email: hashOf(email), signedInAt, until, expiresAt };
  await enforceLimits([signInLimit("EMAIL_TICKETS", { sub, originJti })], [{ put: row }]);
  return ticket;
}

/** The account, as a trigger's event names it. */
interface EmailAccount {
  sub: string;
  loginId: string;
  /** The address that a change would replace. */
  email: string;
}

/**
 * Redeems the ticket and enqueues the task of its code, in one transaction. Returns false for another
 * account's ticket, after two minutes, more than 30 seconds after its first use, and if the password was
 * replaced or all sessions were ended since the sign-in.
 */
export async function redeemEmailTicket(
  { sub, loginId, email }: EmailAccount,
  ticket: string,
): Promise<boolean> {
  const key = ticketKey(sub, ticket);
  const found = await readItem(key, ticketRow);
  if (!found || (await haveSessionsEnded(sub, found.signedInAt))) return false;
  const now = Date.now();
  const task = emailChangeTask.enqueue(sub, { loginId, sentAt: now, before: hashOf(email) }, { dueAt: 0 });
  return tryTransactWrite([
    {
      update: key,
      setOnce: { usedAt: now },
      // Cognito may repeat the call that redeemed the ticket.
      condition: "#until > :now AND (attribute_not_exists(usedAt) OR usedAt > :repeatedSince)",
      names: { "#until": "until" },
      values: { ":now": now, ":repeatedSince": now - repeatMs },
    },
    { ...task, set: { ...task.set, expiresAt: epochSeconds(now + rowMs) } },
  ]);
}

/** Returns true for the address before the change, and for an address with a ticket. */
export async function isPreparedEmail({ sk, before }: PendingEmailChange, email: string): Promise<boolean> {
  if (hashOf(email) === before) return true;
  const to = ticketPrefix.replace("#", "$");
  for await (const item of queryNewest(`ACTIVITY#${sk}`, { from: ticketPrefix, to }))
    if (ticketRow.parse(item).email === hashOf(email)) return true;
  return false;
}
