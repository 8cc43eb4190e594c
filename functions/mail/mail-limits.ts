/**
 * Limits of the mails that anybody may ask for. Browsers ask the user pool for codes directly. A caller sees a limit that is
 * reached, so each counter is named by exactly what its callers name: docs/security.md, "Limits that a stranger sees".
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
 * The codes: the counter, and what it is named by. Sign-ups and their repeated codes are a stranger's, and leave room in the portal's
 * limit for accounts.
 */
const codes = {
  /** An address. */
  signUp: { counter: "ADDRESS", most: usual, portal: "SIGN_UP_MAILS_PER_HOUR", refused: "SignUpsRefused" },
  /**
   * An account's `sub`. Anybody may sign up several times with an address that is not theirs: fewer for each, and in a week, because a
   * code keeps the account for another day.
   */
  signUpAgain: {
    counter: "SIGN_UP",
    most: { hour: 3, week: 5 },
    portal: "SIGN_UP_MAILS_PER_HOUR",
    refused: "CodesRefused",
  },
  /** An account's `sub`. */
  newPassword: { counter: "ACCOUNT", most: usual, portal: "CODE_MAILS_PER_HOUR", refused: "CodesRefused" },
  /** An account's `sub`: only its owner asks, whom nobody else's requests for a new password may stop. */
  newAddress: { counter: "NEW_ADDRESS", most: usual, portal: "CODE_MAILS_PER_HOUR", refused: "CodesRefused" },
} as const satisfies Record<string, object>;
export type MailedCode = keyof typeof codes;

/** Cognito calls a trigger up to three times, five seconds each, with the same event. */
export const repeatMs = 30_000;

/**
 * Counts the mail. Throws an error with a message for the customer, which Cognito returns to the browser. `call` names the browser's
 * call for which Cognito calls the trigger: once counted, it is not counted again for 30 seconds, or until `recordAnswered`. Decision 59.
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

/** The trigger answers in time, so Cognito does not repeat the call: the next one is another. */
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

/** For a mail that will not be sent: throws as `countCodeMail` does, and counts nothing. */
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
      // Lambda counts what is thrown as an error. The portal's own limit is one: an operator has to know.
      if (message !== mailRefusals.unavailable) countMetric(codes[code].refused);
      throw new Error(message, { cause: error });
    }
    const customer = code === "signUp" ? undefined : named;
    log("error", "mail was not counted", { customer, ...errorFields(error) });
    throw new Error(mailRefusals.unavailable, { cause: error });
  }
}

/**
 * When the latest repeated code of a sign-up was mailed, if it was within the last week: milliseconds since the epoch. 0 otherwise.
 * `sub`: of the account.
 */
export function lastSignUpCodeAt(sub: string): Promise<number> {
  const [, week] = ownLimitsOf("signUpAgain", sub);
  return lastCountedAt(week);
}

function limitsOf(code: MailedCode, named: string): Limit[] {
  return [
    ...ownLimitsOf(code, named),
    // To protect the reputation of our address.
    hourly("MAIL#PORTAL", numericEnvironment(codes[code].portal), mailRefusals.unavailable),
  ];
}

function ownLimitsOf(code: MailedCode, named: string): [hour: Limit, longer: Limit] {
  const { counter, most } = codes[code];
  const name = code === "signUp" ? hash(mailboxOf(named)) : named;
  return perHourAndLonger("MAIL", `${counter}#${name}`, most, mailRefusals);
}

/**
 * Limits of the requests for the login IDs of an address. Not those of a sign-up: most addresses have no account, and a request that
 * sends nothing must not cost a sign-up its code.
 */
export const loginIdRequestLimits = (address: string): Limit[] =>
  perHourAndLonger("LOGIN_IDS", `ADDRESS#${hash(mailboxOf(address))}`, usual, loginIdMailRefusals);

/** Limit of the mails with login IDs that the portal sends. No answer tells that it is reached: the mail waits. */
export const loginIdMailLimit = (): Limit =>
  hourly("LOGIN_IDS#PORTAL", numericEnvironment("LOGIN_ID_MAILS_PER_HOUR"), "");

/** One name for what reaches the same mailbox: `taro+1@` is `taro@` nearly everywhere, and Gmail leaves dots out. */
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
