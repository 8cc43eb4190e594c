/** Limits for the codes that the user pool mails. Browsers call the user pool directly. */

import { hash } from "#functions/platform/networks.ts";
import { checkLimits, enforceLimits, type Limit } from "#functions/platform/rate-limits.ts";
import type { SwitchName } from "#functions/platform/switches.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { loginIdMailRefusals, mailRefusals } from "#shared/messages.ts";

/** Enough for a person who mistypes or loses a mail, too few to flood a mailbox. */
const mailsPerHour = 5;
const mailsPerDay = 10;
/** Anybody may sign up with any address: that stops first, and leaves its owner half as much for a new password. */
const ownersShare = 1.5;

export interface CodeMail {
  /** The recipient, if known: the user pool does not pass a new address. */
  to?: string | undefined;
  /** The account's `sub`; undefined before there is one. */
  account?: string | undefined;
  /** The account has proven the address. */
  isProven?: boolean;
}

/** Counts the mail. Throws an error with a message for the customer, which Cognito returns to the browser. */
export async function countCodeMail(mail: CodeMail, switches: readonly SwitchName[] = []): Promise<void> {
  await refusing(mail, () => enforceLimits(limitsOf(mail), [], switches));
  countMetric("CodeMails");
}

/** For a mail that will not be sent: throws as `countCodeMail` does, and counts nothing. */
export const checkCodeMail = (mail: CodeMail, switches: readonly SwitchName[] = []): Promise<void> =>
  refusing(mail, () => checkLimits(limitsOf(mail), switches));

async function refusing(mail: CodeMail, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError && error.details.message !== undefined) {
      const { message } = error.details;
      // Lambda counts what is thrown as an error. The portal's own limit is one: an operator has to know.
      if (message !== mailRefusals.unavailable)
        countMetric(mail.account === undefined ? "SignUpsRefused" : "CodesRefused");
      throw new Error(message, { cause: error });
    }
    log("error", "mail was not counted", { customer: mail.account, ...errorFields(error) });
    throw new Error(mailRefusals.unavailable, { cause: error });
  }
}

/** The limits of a mail with the login IDs of an address, which anybody may ask for: those of a sign-up. */
export const loginIdMailLimits = (to: string): Limit[] => limitsOf({ to }, loginIdMailRefusals);

type Refusals = Record<keyof typeof mailRefusals, string>;

function limitsOf({ to, account, isProven = false }: CodeMail, refusals: Refusals = mailRefusals): Limit[] {
  // Of the whole portal, to protect the reputation of our address. Sign-ups leave room for existing accounts.
  const portal = numericEnvironment(account === undefined ? "SIGN_UP_MAILS_PER_HOUR" : "CODE_MAILS_PER_HOUR");
  // Anybody may ask for an account's new password, and only its owner for another address.
  const counter = to === undefined ? "NEW_ADDRESS" : "ACCOUNT";
  return [
    ...(to === undefined
      ? []
      : perHourAndDay(`ADDRESS#${hash(mailboxOf(to))}`, refusals, isProven ? ownersShare : 1)),
    ...(account === undefined ? [] : perHourAndDay(`${counter}#${account}`, refusals)),
    limit("PORTAL", portal, hourMs, refusals.unavailable),
  ];
}

/** One name for what reaches the same mailbox: `taro+1@` is `taro@` nearly everywhere, and Gmail leaves dots out. */
function mailboxOf(address: string): string {
  const [name = "", domain = ""] = address.trim().toLowerCase().split("@");
  const plain = name.replace(/\+.*$/, "");
  return `${domain === "gmail.com" ? plain.replaceAll(".", "") : plain}@${domain}`;
}

const perHourAndDay = (of: string, refusals: Refusals, share = 1): Limit[] => [
  limit(of, Math.ceil(mailsPerHour * share), hourMs, refusals.hour),
  limit(`DAY#${of}`, mailsPerDay * share, dayMs, refusals.day),
];

const limit = (of: string, most: number, windowMs: number, message: string): Limit => ({
  of: `MAIL#${of}`,
  most,
  windowMs,
  isSliding: true,
  message,
});
