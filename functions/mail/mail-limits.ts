/** How many codes the user pool may mail: the browser asks it directly, so that nothing of ours is in front of it. */
import { mailRefusals } from "../../shared/messages.ts";
import { hash } from "../platform/networks.ts";
import { dayMs, enforceLimits, hourMs, type Limit } from "../platform/rate-limits.ts";
import { ApiError } from "../runtime/api-error.ts";
import { errorFields, log } from "../runtime/log.ts";

/** Mistyping, a full mailbox, a lost mail: enough for a person, little for whoever wants to fill somebody's mailbox. */
const mailsPerHour = 5;
const mailsPerDay = 10;
/** Of the whole portal: what keeps our address from being taken for a spammer's. */
const portalPerHour = 500;
/** The share that is left for those who have an account. */
const reserveForAccounts = 0.2;

export interface CodeMail {
  /** Where it goes, if that is known: the pool does not tell of an address that is being changed. */
  to?: string | undefined;
  /** `sub` of the account that it is for; undefined when there is none yet. */
  account?: string | undefined;
}

/** Counts the mail; throws an error whose message is a sentence, which Cognito hands on to the caller. */
export async function countCodeMail(mail: CodeMail): Promise<void> {
  try {
    await enforceLimits(limitsOf(mail));
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_requests")
      throw new Error(error.details.message, { cause: error });
    log("error", "mail was not counted", { customer: mail.account, ...errorFields(error) });
    throw new Error(mailRefusals.unavailable, { cause: error });
  }
}

function limitsOf({ to, account }: CodeMail): Limit[] {
  const portal = Math.floor(portalPerHour * (account === undefined ? 1 - reserveForAccounts : 1));
  return [
    ...(to === undefined ? [] : perHourAndDay(`ADDRESS#${hash(to.trim().toLowerCase())}`)),
    ...(account === undefined ? [] : perHourAndDay(`ACCOUNT#${account}`)),
    limit("PORTAL", portal, hourMs, mailRefusals.unavailable),
  ];
}

const perHourAndDay = (of: string): Limit[] => [
  limit(of, mailsPerHour, hourMs, mailRefusals.hour),
  limit(`DAY#${of}`, mailsPerDay, dayMs, mailRefusals.day),
];

const limit = (of: string, most: number, windowMs: number, message: string): Limit => ({
  of: `MAIL#${of}`,
  most,
  windowMs,
  isSliding: true,
  message,
});
