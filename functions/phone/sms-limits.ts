/** What keeps the SMS from costing more than customers need: design section 5 and docs/decisions/0017. */
import { hash, networksOf } from "../platform/networks.ts";
import { count, dayMs, enforceLimits, hourMs, type Limit, networkLimits } from "../platform/rate-limits.ts";
import { TransactionCanceled } from "../platform/table.ts";
import { numericEnvironment } from "../runtime/environment.ts";
import { sendTooSoon } from "./errors.ts";
import { type PhoneState, reservation } from "./phone-table.ts";

const sendAgainAfterSeconds = 60;
const codesPerDay = 5;
/** From all networks of strangers together: what one of them may use leaves room for the number's owner. */
const codesPerNumber = 10;
const perNumberMs = 6 * hourMs;
/** Two requests' worth: another SMS brings another code, not another six tries. */
const codeAttemptsPerDay = 6;
/** The share of the portal's SMS that is left for customers who are signed in. */
const reserveForCustomers = 0.2;

/** Who asks for a code. */
export interface Sender {
  clientAddress: string;
  /** Of a customer who is signed in. */
  sub: string | undefined;
}

/** Seconds until the number may be sent another code, 0 when it may now. */
export function secondsToWait(phone: PhoneState | undefined): number {
  if (!phone) return 0;
  return Math.max(0, sendAgainAfterSeconds - Math.floor((Date.now() - phone.lastSentAt) / 1000));
}

/** Names who asked without keeping an address: only they are told the id of the code that is under way. */
export const senderName = ({ clientAddress, sub }: Sender): string => sub ?? networksOf(clientAddress).narrow;

/** Takes the number and counts the send, all or nothing; throws 429 with the time from which it is worth trying. */
export async function reserve(number: string, phone: PhoneState | undefined, sender: Sender): Promise<void> {
  try {
    await enforceLimits(limitsOf(number, sender), [reservation(number, phone, senderName(sender))]);
  } catch (error) {
    if (error instanceof TransactionCanceled) throw sendTooSoon(sendAgainAfterSeconds);
    throw error;
  }
}

/** Throws 429 when too many codes were tried for the number from there today, whatever SMS they were of. */
export const limitCodeAttempts = (number: string, clientAddress: string): Promise<void> =>
  count({
    of: `SMS#TRIED_CODE#${numberFrom(number, clientAddress)}`,
    most: codeAttemptsPerDay,
    windowMs: dayMs,
    message: "認証コードの入力回数が1日の上限に達しました。明日以降にもう一度お試しください。",
  });

function limitsOf(number: string, { clientAddress, sub }: Sender): Limit[] {
  const cap = numericEnvironment("SMS_DAILY_CAP");
  if (sub !== undefined) return [codesLimit(`SMS#CUSTOMER#${sub}`), portalLimit(cap)];
  return [
    codesLimit(`SMS#FROM#${numberFrom(number, clientAddress)}`),
    {
      of: `SMS#PHONE#${number}`,
      most: codesPerNumber,
      windowMs: perNumberMs,
      isSliding: true,
      message: "この電話番号には、しばらくSMSを送信できません。時間をおいてからもう一度お試しください。",
    },
    ...networkLimits(clientAddress, {
      of: "SMS#ADDRESS",
      most: numericEnvironment("SMS_ADDRESS_HOURLY_CAP"),
      windowMs: hourMs,
      isSliding: true,
      message: "送信回数の上限に達しました。1時間ほど時間をおいてからもう一度お試しください。",
    }),
    portalLimit(Math.floor(cap * (1 - reserveForCustomers))),
  ];
}

/** A number together with where it was asked for, as a hash: nobody finds the number in it. */
function numberFrom(number: string, address: string): string {
  const { narrow, wide } = networksOf(address);
  return hash(`${number}#${wide ?? narrow}`);
}

const codesLimit = (of: string): Limit => ({
  of,
  most: codesPerDay,
  windowMs: dayMs,
  message: `この電話番号への送信は1日${codesPerDay}回までです。明日以降にもう一度お試しください。`,
});

const portalLimit = (most: number): Limit => ({
  of: "SMS#PORTAL",
  most,
  windowMs: dayMs,
  message: "ただいまSMSを送信できません。明日以降にもう一度お試しください。",
});
