/** The settings that limit codes and requests. */
import * as z from "zod/mini";
import { percentage, wholeNumber } from "./rules.ts";

/**
 * Codes that the user pool mails. Beyond the limit the screen says to try later: it protects the sender's reputation.
 */
export const codeMails = z.strictObject({
  /** For the whole portal in an hour, for sign-ups and accounts together. */
  perHour: wholeNumber(),
  /** Percent of it that sign-ups cannot use, so that a flood of them leaves room for a forgotten password. */
  percentForAccounts: percentage(0, 90),
});

/**
 * The brake of every job that deletes accounts: a run deletes all that are due or, above either limit, none. It then
 * raises an alarm and waits for an operator (docs/runbooks/deletions.md).
 */
export const deletions = z.strictObject({
  /** Accounts of one kind in an hour. A portal with more customers than some thousands needs a higher number. */
  perRun: wholeNumber(),
  /** Percent of all accounts. */
  percent: percentage(1, 100),
});

/**
 * Request limits. Requests above a limit get 429, from the user pool `ForbiddenException`. AWS WAF accepts 10 or more.
 */
export const traffic = z.strictObject({
  /** Requests per second to one route of the API, and to all routes that have no limit of their own. */
  perSecond: wholeNumber(),
  burst: wholeNumber(),
  /** The same for a route that needs no token: its function runs for strangers too. */
  publicPerSecond: wholeNumber(),
  /**
   * Requests in five minutes from one IP address. An office shares one. Stripe repeats events that were refused for
   * three days.
   */
  perAddress: wholeNumber(10),
  /** The same for `/api/verify`, where each may cost an SMS. */
  verifyPerAddress: wholeNumber(10),
  /** The same for the user pool, which browsers call past CloudFront. */
  userPoolPerAddress: wholeNumber(10),
  /**
   * The same for its calls that send a mail or try a password. An office or a mobile network shares one IPv4 address:
   * at 100 a whole office can sign in at nine o'clock. Renewing tokens is another call and does not count.
   */
  signInPerAddress: wholeNumber(10),
});
export type Traffic = z.infer<typeof traffic>;
