/** Limits for SMS codes: design section 5 and docs/decisions/0017. */

import { hash, networksOf } from "#functions/platform/networks.ts";
import {
  count,
  type Limit,
  networkLimits,
  uncounted,
  writeWithinLimits,
} from "#functions/platform/rate-limits.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import { codeSeedFor, type PhoneState, reservation, withdrawal } from "./phone-table.ts";
import { type Channel, NumberBlocked } from "./vonage-verify.ts";

const codesPerDay = 5;
/** Limit for all strangers together; leaves room for the number's owner. */
const codesPerNumber = 10;
const perNumberMs = 6 * hourMs;
/** The attempts of two Vonage requests: more SMS do not grant more attempts. */
const codeAttemptsPerDay = 6;
/** The share of the portal's SMS that is reserved for customers. */
const reserveForCustomers = 0.2;
/**
 * The limits of a number and a network count all requests and stop strangers first: customers have 50 % more.
 */
const mostForCustomers = (most: number): number => Math.ceil(most * 1.5);

/** The requester of a code. */
export interface Sender {
  clientAddress: string;
  /** `sub` of a signed-in customer. Undefined for a stranger, and for an account without a profile. */
  sub: string | undefined;
}

/** Returns the seconds until another code can be sent to the number; 0 if it can be sent now. */
export function secondsToWait(phone: PhoneState | undefined): number {
  if (!phone) return 0;
  return Math.max(0, limits.sendAgainSeconds - Math.floor((Date.now() - phone.lastSentAt) / 1000));
}

/** Returns the seconds until a voice call is possible: fewer after an SMS than after a call. */
export function secondsToCall({ lastSentAt, calledAt = 0 }: PhoneState): number {
  const wait = lastSentAt === calledAt ? limits.sendAgainSeconds : limits.callAfterSmsSeconds;
  return Math.max(0, wait - Math.floor((Date.now() - lastSentAt) / 1000));
}

/** The message is true whether or not the previous SMS was sent. */
export const sendTooSoon = (seconds: number): HttpError =>
  new HttpError("too_many_requests", {
    message: `認証コードの送信は60秒に1回までです。${seconds}秒後にもう一度お試しください。`,
    retryAfterSeconds: seconds,
  });

/**
 * Identifies the client without storing its address: only the same client gets an id for the current code.
 */
export const senderName = ({ clientAddress, sub }: Sender): string => sub ?? networksOf(clientAddress).narrow;

/**
 * Reserves the number and counts the SMS or call in one transaction. Returns the seed of the code. Throws 429
 * with the time to wait, 503 while SMS is stopped.
 */
export async function reserve(
  number: string,
  phone: PhoneState | undefined,
  sender: Sender,
  by: Channel,
): Promise<string> {
  const codeSeed = codeSeedFor(phone);
  const reserved = reservation(number, phone, { sentFor: senderName(sender), codeSeed, by });
  // A stranger signs up: if sign-ups are stopped, refuses before the rest of the form.
  const switches = sender.sub ? (["sms"] as const) : (["sms", "sign-up"] as const);
  if (!(await writeWithinLimits(limitsOf(number, sender), [reserved], switches)))
    throw sendTooSoon(limits.sendAgainSeconds);
  return codeSeed;
}

/**
 * Returns an error handler. If the number is blocked, takes the reservation and its counts back and throws
 * 429 with the time to wait. Throws any other error again. `phone`: the row before the reservation.
 */
export function withdrawIfBlocked(number: string, phone: PhoneState | undefined, sender: Sender) {
  // Computed for the windows in which the reservation counted: Vonage may respond in the next ones.
  const counts = limitsOf(number, sender).map(uncounted);
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof NumberBlocked) || phone === undefined) throw error;
    await tryTransactWrite([withdrawal(number, phone), ...counts]);
    const { retryAfterSeconds } = error;
    throw new HttpError("too_many_requests", {
      message: `前の認証コードを取り消しているため、まだ送信できません。${retryAfterSeconds}秒後にもう一度お試しください。`,
      retryAfterSeconds,
      cause: error,
    });
  };
}

/** Throws 429 after too many attempts for the number from this client today. */
export const limitCodeAttempts = (number: string, clientAddress: string): Promise<void> =>
  count({
    of: `SMS#TRIED_CODE#${numberFrom(number, clientAddress)}`,
    most: codeAttemptsPerDay,
    windowMs: dayMs,
    message: "認証コードの入力回数が1日の上限に達しました。明日以降にもう一度お試しください。",
  });

/** The limits of number and network count every requester, because an attacker can sign up often. */
function limitsOf(number: string, { clientAddress, sub }: Sender): Limit[] {
  const [cap, hourly] = [numericEnvironment("SMS_DAILY_CAP"), numericEnvironment("SMS_ADDRESS_HOURLY_CAP")];
  if (sub !== undefined)
    return [
      customerSmsLimit(sub),
      numberLimit(number, mostForCustomers(codesPerNumber)),
      ...addressLimits(clientAddress, mostForCustomers(hourly)),
      portalLimit(cap),
    ];
  return [
    codesLimit(`SMS#FROM#${numberFrom(number, clientAddress)}`),
    numberLimit(number),
    ...addressLimits(clientAddress, hourly),
    portalLimit(Math.floor(cap * (1 - reserveForCustomers))),
  ];
}

const addressLimits = (clientAddress: string, most: number): Limit[] =>
  networkLimits(clientAddress, {
    of: "SMS#ADDRESS",
    most,
    windowMs: hourMs,
    isSliding: true,
    message: "送信回数の上限に達しました。1時間ほどおいて、もう一度お試しください。",
  });

/** Returns a hash of number and network, which does not reveal the number. */
function numberFrom(number: string, address: string): string {
  const { narrow, wide } = networksOf(address);
  return hash(`${number}#${wide ?? narrow}`);
}

/** Limit of codes to the number, `+81...`. */
export const numberLimit = (number: string, most = codesPerNumber): Limit => ({
  of: `SMS#PHONE#${number}`,
  most,
  windowMs: perNumberMs,
  isSliding: true,
  message: "この電話番号には、しばらくSMSを送信できません。時間をおいて、もう一度お試しください。",
});

/** Limit of codes that a customer requests. */
export const customerSmsLimit = (sub: string): Limit => codesLimit(`SMS#CUSTOMER#${sub}`);

const codesLimit = (of: Limit["of"]): Limit => ({
  of,
  most: codesPerDay,
  windowMs: dayMs,
  message: `この電話番号への送信は1日${codesPerDay}回までです。明日以降にもう一度お試しください。`,
});

export const portalLimit = (most: number): Limit => ({
  of: "SMS#PORTAL",
  most,
  windowMs: dayMs,
  message: "ただいまSMSを送信できません。明日以降にもう一度お試しください。",
});
