/**
 * Computes the first limit for a number of customers, from the settings and the documented quotas of AWS, Vonage and
 * Stripe. docs/cost.md has the same table for two sizes; a few months of CloudWatch replace the assumptions.
 */
import { type Environment, signUpMailsPerHour } from "./environment.ts";

/** In a month, for each customer. */
const signUps = 0.05;
const active = 0.4;
const upgrades = 0.02;
const paying = 0.3;
const closings = 0.01;
/** For each active customer. */
const visits = 2;
const codesForAccounts = 0.02;
const forgottenLoginIds = 0.01;
/** For each sign-up: some lose the first code. */
const smsPerSignUp = 1.2;
const codesPerSignUp = 1.2;
const mailsPerSignUp = 2;
/** Calls of the API, by action. */
const calls = signUps * 7.2 + active * 16.5 + upgrades * 8;
/** Cognito's for a sign-in. */
const callsPerSignIn = 2;
const writeUnits = signUps * 49 + active * 8 + upgrades * 31;
/** Opening the menu asks Stripe twice about who pays. */
const stripeCalls = active * 6 * paying * 2 + upgrades * 8;

/** Of 20 working days of 8 hours: the busiest hour and second have 5 times the average, the busiest day 3 times. */
const busiestDay = 3 / 20;
const busiestHour = 5 / (20 * 8);
const busiestSecond = busiestHour / 3600;
/** Seconds that a call of the API keeps a function. */
const secondsPerCall = 0.3;
/**
 * Seconds for each customer of the daily pass over all accounts and rows: a 60th of a page of Cognito's (0.12), ten
 * rows of a page of 1,000 (0.1), and for paying customers half of a call for the account (0.04).
 */
const secondsOfLook = 0.12 / 60 + (10 * 0.1) / 1000 + paying * (0.04 / 2);
/** The same for cards, by pages of 100 subscriptions (0.6), of which 3 % expire soon (0.1, four at once). */
const secondsOfCards = paying * (0.6 / 100 + 0.03 * (0.1 / 4));
const runsOf = (everyMinutes: number) => (24 * 60) / everyMinutes;

export interface CapacityLimit {
  /** The setting or the quota. */
  name: string;
  isSetting: boolean;
  most: number;
  unit: string;
  /** Of that unit, for each customer. */
  perCustomer: number;
}

const limit =
  (isSetting: boolean) =>
  (name: string, most: number, unit: string, perCustomer: number): CapacityLimit => ({
    name,
    isSetting,
    most,
    unit,
    perCustomer,
  });
const setting = limit(true);
const quota = limit(false);

export function capacityLimits(environment: Environment): CapacityLimit[] {
  const { smsDailyCap, codeMails, deletions, loginIdMailsPerHour, traffic, mail } = environment;
  const signUpCodes = signUps * codesPerSignUp;
  const codes = signUpCodes + active * codesForAccounts;
  const mails = signUps * mailsPerSignUp + upgrades;
  const signIns = signUps + active * visits;
  return [
    setting("`smsDailyCap`", smsDailyCap, "SMS a day", signUps * smsPerSignUp * busiestDay),
    setting(
      "`codeMails`",
      signUpMailsPerHour(environment),
      "mailed codes of sign-ups an hour",
      signUpCodes * busiestHour,
    ),
    setting("`codeMails.perHour`", codeMails.perHour, "mailed codes an hour", codes * busiestHour),
    setting(
      "`loginIdMailsPerHour`",
      loginIdMailsPerHour,
      "mails with login IDs an hour",
      active * forgottenLoginIds * busiestHour,
    ),
    setting("`traffic.perSecond`", traffic.perSecond, "API requests a second", calls * busiestSecond),
    mail
      ? quota("SES out of the sandbox", 50_000, "mails a day", mails * busiestDay)
      : setting("`mail`", 50, "mails a day of Cognito's own sender", signUpCodes * busiestDay),
    quota("Cognito `UserAuthentication`", 120, "calls a second", signIns * callsPerSignIn * busiestSecond),
    quota("Cognito `UserRead`", 120, "calls a second", calls * busiestSecond),
    quota(
      "Lambda (a new account may have 10)",
      1000,
      "functions at once",
      calls * busiestSecond * secondsPerCall,
    ),
    quota("DynamoDB", 40_000, "write units a second", writeUnits * busiestSecond),
    quota("Vonage Verify", 30, "calls a second", signUps * smsPerSignUp * 2 * busiestSecond),
    quota("Stripe", 100, "calls a second", stripeCalls * busiestSecond),
    setting("`deletions.perRun`", deletions.perRun, "closed accounts erased an hour", closings * busiestHour),
    quota("`export-users`, 780 s a run", runsOf(15) * 780, "seconds a day", secondsOfLook),
    quota("expiring cards, 60 s a run", runsOf(5) * 60, "seconds a day", secondsOfCards),
  ];
}

/** The number of customers that reaches the limit. */
export const customersAt = ({ most, perCustomer }: CapacityLimit): number => Math.floor(most / perCustomer);

/** The limits that so many customers reach, in the order in which they are reached. */
export const limitsMetBy = (customers: number, environment: Environment): CapacityLimit[] =>
  capacityLimits(environment)
    .filter((limit) => customersAt(limit) < customers)
    .sort((one, other) => customersAt(one) - customersAt(other));

/** The amount that so many customers need, in the limit's unit. */
export const neededBy = (customers: number, { perCustomer }: CapacityLimit): number =>
  customers * perCustomer;
