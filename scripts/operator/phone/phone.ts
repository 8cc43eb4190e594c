/**
 * `npm run admin -- phone`: what the portal knows of a phone number, for "no SMS came". Never the code. `next SMS` is by the
 * limits; what is stopped stands in lines of its own.
 */

import { parseProfile } from "#functions/customer/profile.ts";
import {
  activeRequestOf,
  maxWrongCodes,
  type PhoneState,
  phoneKey,
  phoneState,
} from "#functions/phone/phone-table.ts";
import { secondsToWait } from "#functions/phone/sms-limits.ts";
import { isExpired, verification, verificationKey } from "#functions/phone/verification-table.ts";
import { isMobileNumber } from "#shared/rules.ts";
import { writeAudit } from "../audit.ts";
import { type ReadingCommand, type Target, UsageError } from "../command.ts";
import { profilePages, subOf, toPhoneNumber } from "../customer/search-profiles.ts";
import { inTokyo, table } from "../show.ts";
import { stateOf } from "../switches/switches.ts";
import { parseRow, readRow } from "../table.ts";
import { type PhoneOwner, sentToday, smsLimits } from "./limit-state.ts";

export const phone: ReadingCommand = {
  purpose: "Shows a number's limits, its verification, when the next SMS may go, and whose number it is.",
  takes: ["090-XXXX-YYYY"],
  async run([text = ""], context) {
    const number = toMobileNumber(text);
    const owners = await ownersOf(number, context);
    for (const { sub } of owners) await writeAudit(sub, "looked-up", context);
    const row = await readRow(context, phoneKey(number));
    const state = row && parseRow(row, phoneState.parse);
    const limits = await smsLimits(number, owners, context);
    const lines = [
      ["number", number],
      ["customer", owners.map(ownerText).join(", ") || "none"],
      ["SMS", await stateOf("sms", context)],
      ["sign-up", await stateOf("sign-up", context)],
      ["last SMS", lastText(state)],
      ["verification", await verificationText(state, context)],
      ...limits.map(({ name, text: left, wait }) => [
        `next SMS ${name}`,
        `${nextText(Math.max(wait, secondsToWait(state)))}; ${left}`,
      ]),
      ["whole portal today", `${await sentToday(context)} sent`],
    ];
    return { text: table(lines), data: { ...Object.fromEntries(lines), owners } };
  },
};

function toMobileNumber(text: string): string {
  const number = toPhoneNumber(text);
  if (number === undefined || !isMobileNumber(number.replace("+81", "0")))
    throw new UsageError(`${text} is not a Japanese mobile number like 090-1234-5678.`);
  return number;
}

/** The customers who verified that number. This scans the whole table. */
async function ownersOf(number: string, target: Target): Promise<PhoneOwner[]> {
  const owners: PhoneOwner[] = [];
  for await (const rows of profilePages(target)) {
    const fitting = rows.filter(
      ({ chargePhoneNumber }) => toPhoneNumber(String(chargePhoneNumber)) === number,
    );
    owners.push(...fitting.map((row) => ({ sub: subOf(row), ...parseRow(row, parseProfile) })));
  }
  return owners.map(({ sub, customerId, loginId }) => ({ sub, customerId, loginId }));
}

const ownerText = ({ sub, customerId, loginId }: PhoneOwner): string =>
  `${loginId}, customer id ${customerId}, sub ${sub}`;

const timeOf = (milliseconds: number): string => inTokyo(new Date(milliseconds).toISOString());

function lastText(state: PhoneState | undefined): string {
  if (!state) return "none in the last 15 minutes";
  const unknown = state.pending ? "; Vonage's answer is missing, so it may not have been sent" : "";
  const voice = state.calledAt === state.lastSentAt ? " by voice" : "";
  return `${timeOf(state.lastSentAt)}${voice}${unknown}`;
}

/** Of the latest SMS. */
async function verificationText(state: PhoneState | undefined, target: Target): Promise<string> {
  const row = state?.requestId && (await readRow(target, verificationKey(state.requestId)));
  if (!row) return "none";
  const latest = parseRow(row, verification.parse);
  if (latest.status !== "sent") return latest.status;
  const active = activeRequestOf(state);
  if (!active || isExpired(latest)) return "expired";
  const { wrongCodes } = active;
  if (wrongCodes >= maxWrongCodes) return `ended by ${wrongCodes} wrong codes: another SMS starts anew`;
  return `waits for the code until ${timeOf(active.activeUntil)}; ${wrongCodes} of ${maxWrongCodes} wrong codes`;
}

const nextText = (seconds: number): string =>
  seconds === 0 ? "now" : `${timeOf(Date.now() + seconds * 1000)} (in ${seconds} seconds)`;
