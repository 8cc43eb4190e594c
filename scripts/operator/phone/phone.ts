/**
 * `npm run admin -- phone`: what the portal knows of a phone number, for "no SMS came". Never the code. `next SMS`
 * follows the limits; the switches have lines of their own.
 */
import { activeRequestOf, maxWrongCodes, type PhoneState, readPhone } from "#functions/phone/phone-table.ts";
import { customerSmsLimit, numberLimit, portalLimit, secondsToWait } from "#functions/phone/sms-limits.ts";
import { isExpired, readVerification } from "#functions/phone/verification-table.ts";
import {
  counterKeys,
  countIn,
  type Limit,
  remaining,
  secondsUntilFree,
} from "#functions/platform/rate-limits.ts";
import { getItem } from "#functions/platform/table.ts";
import { isMobileNumber } from "#shared/rules.ts";
import { writeAudit } from "../audit.ts";
import { type ReadingCommand, UsageError } from "../command.ts";
import { readProfile } from "../customer/customer.ts";
import { subOf, toPhoneNumber } from "../customer/search-profiles.ts";
import { queryIndex } from "../rows.ts";
import { inTokyo, table } from "../show.ts";
import { stateOf } from "../switches/switches.ts";

export const phone: ReadingCommand = {
  purpose: "Shows a number's limits, its verification, when the next SMS may go, and whose number it is.",
  takes: ["090-XXXX-YYYY"],
  async run([text = ""]) {
    const number = toMobileNumber(text);
    const owners = await ownersOf(number);
    for (const { sub } of owners) await writeAudit(sub, "looked-up");
    const state = await readPhone(number);
    // The limits of a network do not follow from the number.
    const limits = await Promise.all([
      nextSms("for a sign-up", numberLimit(number), state),
      ...owners.map(({ sub, loginId }) => nextSms(`for ${loginId}`, customerSmsLimit(sub), state)),
    ]);
    const lines = [
      ["number", number],
      ["customer", owners.map(ownerText).join(", ") || "none"],
      ["SMS", await stateOf("sms")],
      ["sign-up", await stateOf("sign-up")],
      ["last SMS", lastText(state)],
      ["verification", await verificationText(state)],
      ...limits,
      ["whole portal today", `${await sentToday()} sent`],
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

/** The customers who verified that number. */
async function ownersOf(number: string): Promise<PhoneOwner[]> {
  const subs = (await queryIndex("by-charge-phone", { key: number })).map(subOf);
  const owners = await Promise.all(subs.map(async (sub) => ({ sub, profile: await readProfile(sub) })));
  // Somebody erased a moment ago may still be in the index.
  return owners.flatMap(({ sub, profile }) =>
    profile ? [{ sub, customerId: profile.customerId, loginId: profile.loginId }] : [],
  );
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
async function verificationText(state: PhoneState | undefined): Promise<string> {
  const latest = state?.verificationId && (await readVerification(state.verificationId));
  if (!latest) return "none";
  if (latest.status !== "sent") return latest.status;
  const active = activeRequestOf(state);
  if (!active || isExpired(latest)) return "expired";
  const { wrongCodes } = active;
  if (wrongCodes >= maxWrongCodes) return `ended by ${wrongCodes} wrong codes: another SMS starts anew`;
  return `waits for the code until ${timeOf(active.activeUntil)}; ${wrongCodes} of ${maxWrongCodes} wrong codes`;
}

/** The time from which the limit and the pause after the last SMS permit another one. */
async function nextSms(name: string, limit: Limit, state: PhoneState | undefined): Promise<string[]> {
  const counts = await countsOf(limit);
  const left = remaining(limit, counts);
  const seconds = Math.max(left > 0 ? 0 : secondsUntilFree(limit, counts), secondsToWait(state));
  const next = seconds === 0 ? "now" : `${timeOf(Date.now() + seconds * 1000)} (in ${seconds} seconds)`;
  return [`next SMS ${name}`, `${next}; ${left} of ${limit.most} left`];
}

interface PhoneOwner {
  sub: string;
  customerId: string;
  loginId: string;
}

/** SMS of the whole portal today. Its cap is a setting of the function. */
const sentToday = async (): Promise<number> => (await countsOf(portalLimit(0))).now;

async function countsOf(limit: Limit) {
  const keys = counterKeys(limit);
  const [now, before] = await Promise.all([getItem(keys.now), getItem(keys.before)]);
  return { now: countIn(now), before: countIn(before) };
}
