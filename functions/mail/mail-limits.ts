/**
 * Limits of mails that anybody can request; browsers request codes from the user pool directly. A caller
 * notices a limit that is reached, so each counter's name contains only what its callers enter:
 * docs/security.md, "Limits that a stranger sees".
 */

import { hash } from "#functions/platform/networks.ts";
import {
  checkLimits,
  type Limit,
  lastCountedAt,
  writeWithinLimits,
} from "#functions/platform/rate-limits.ts";
import type { SwitchName } from "#functions/platform/switches.ts";
import { type Key, type Update, updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { loginIdMailRefusals, mailRefusals } from "#shared/messages.ts";

type Most = { hour: number } & ({ day: number } | { week: number });
/** Enough for a person who mistypes or loses a mail, too few to flood a mailbox. */
const usual = { hour: 5, day: 10 };

/**
 * The codes and their counters. Anybody can request codes of a sign-up, so these have a lower maximum in the
 * portal's counter and leave room for accounts.
 */
const codes = {
  /** Counted by address. */
  signUp: { counter: "ADDRESS", most: usual, portal: "SIGN_UP_MAILS_PER_HOUR", refused: "SignUpsRefused" },
  /**
   * Counted by the account's `sub`. Anybody can sign up several times with another person's address, so each
   * account gets fewer codes; per week, because a code keeps the account for another day.
   */
  signUpAgain: {
    counter: "SIGN_UP",
    most: { hour: 3, week: 5 },
    portal: "SIGN_UP_MAILS_PER_HOUR",
    refused: "CodesRefused",
  },
  /** Counted by the account's `sub`. */
  newPassword: { counter: "ACCOUNT", most: usual, portal: "CODE_MAILS_PER_HOUR", refused: "CodesRefused" },
  /**
   * Counted by the account's `sub`, in a separate counter: a stranger's requests for a new password must not
   * stop the owner.
   */
  newAddress: { counter: "NEW_ADDRESS", most: usual, portal: "CODE_MAILS_PER_HOUR", refused: "CodesRefused" },
} as const satisfies Record<string, object>;
export type MailedCode = keyof typeof codes;

/** Cognito calls a trigger up to three times, five seconds each, with the same event. */
export const repeatMs = 30_000;

/**
 * Counts the mail. At a limit, throws an error with a message for the customer, which Cognito returns to the
 * browser. `call` identifies the browser's call: Cognito may call the trigger several times for it, and it is
 * counted once within 30 seconds, or until `recordAnswered`. Decision 59.
 */
export async function countCodeMail(
  code: MailedCode,
  named: string,
  call = named,
  switches: readonly SwitchName[] = [],
): Promise<void> {
  const counting = () => writeWithinLimits(limitsOf(code, named), [firstOf(code, call)], switches);
  if (await refusing(code, named, counting)) countMetric("CodeMails");
}

/** Ends a call that the trigger answers in time: Cognito does not repeat it, so the next call counts. */
export async function recordAnswered(code: MailedCode, call: string): Promise<void> {
  await updateItem({ update: callKey(code, call), creates: true, set: callAt(0) });
}

function firstOf(code: MailedCode, call: string): Update {
  const now = Date.now();
  return {
    update: callKey(code, call),
    creates: true,
    set: callAt(now),
    condition: "attribute_not_exists(pk) OR countedAt <= :since",
    values: { ":since": now - repeatMs },
  };
}

const callAt = (countedAt: number) => ({ countedAt, expiresAt: epochSeconds(Date.now() + repeatMs) });

const callKey = (code: MailedCode, call: string): Key => ({
  pk: `RATE#MAIL#CALL#${codes[code].counter}#${hash(call)}`,
  sk: "CALL",
});

/** For a mail that is not sent: throws as `countCodeMail` does, and counts nothing. */
export const checkCodeMail = (
  code: MailedCode,
  named: string,
  switches: readonly SwitchName[] = [],
): Promise<void> => refusing(code, named, () => checkLimits(limitsOf(code, named), switches));

async function refusing<T>(code: MailedCode, named: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.details.message !== undefined) {
      const { message } = error.details;
      // The alarm ignores refusals. The portal's own limit counts as an error: an operator has to know.
      if (message !== mailRefusals.unavailable) countMetric(codes[code].refused);
      throw new Error(message, { cause: error });
    }
    const customer = code === "signUp" ? undefined : named;
    log("error", "mail was not counted", { customer, ...errorFields(error) });
    throw new Error(mailRefusals.unavailable, { cause: error });
  }
}

/**
 * Returns when a sign-up's latest repeated code was mailed, in milliseconds since the epoch; 0 if none was
 * within the last week.
 */
export function lastSignUpCodeAt(sub: string): Promise<number> {
  const [, week] = ownLimitsOf("signUpAgain", sub);
  return lastCountedAt(week);
}

function limitsOf(code: MailedCode, named: string): Limit[] {
  return [
    ...ownLimitsOf(code, named),
    // Protects the reputation of the sender's address.
    hourly("MAIL#PORTAL", numericEnvironment(codes[code].portal), mailRefusals.unavailable),
  ];
}

function ownLimitsOf(code: MailedCode, named: string): [hour: Limit, longer: Limit] {
  const { counter, most } = codes[code];
  const name = code === "signUp" ? hash(mailboxOf(named)) : named;
  return perHourAndLonger("MAIL", `${counter}#${name}`, most, mailRefusals);
}

/**
 * Limits of requests for the login IDs of an address. Separate from the limits of a sign-up: a request for an
 * address without an account sends nothing and must not use up a sign-up's codes.
 */
export const loginIdRequestLimits = (address: string): Limit[] =>
  perHourAndLonger("LOGIN_IDS", `ADDRESS#${hash(mailboxOf(address))}`, usual, loginIdMailRefusals);

/** The portal's limit of mails with login IDs. At the limit the mail waits, and no response shows it. */
export const loginIdMailLimit = (): Limit =>
  hourly("LOGIN_IDS#PORTAL", numericEnvironment("LOGIN_ID_MAILS_PER_HOUR"), "");

/**
 * Returns one name for addresses of the same mailbox: nearly everywhere `taro+1@` is `taro@`, and Gmail
 * ignores dots.
 */
function mailboxOf(address: string): string {
  const [name = "", domain = ""] = address.trim().toLowerCase().split("@");
  const plain = name.replace(/\+.*$/, "");
  return `${domain === "gmail.com" ? plain.replaceAll(".", "") : plain}@${domain}`;
}

function perHourAndLonger(
  kind: "MAIL" | "LOGIN_IDS",
  name: string,
  most: Most,
  refusals: { hour: string; day: string; week?: string },
): [hour: Limit, longer: Limit] {
  const longer: Limit =
    "week" in most
      ? { ...hourly(`${kind}#WEEK#${name}`, most.week, refusals.week ?? refusals.day), windowMs: 7 * dayMs }
      : { ...hourly(`${kind}#DAY#${name}`, most.day, refusals.day), windowMs: dayMs };
  return [hourly(`${kind}#${name}`, most.hour, refusals.hour), longer];
}

const hourly = (of: Limit["of"], most: number, message: string): Limit => ({
  of,
  most,
  windowMs: hourMs,
  isSliding: true,
  message,
});
