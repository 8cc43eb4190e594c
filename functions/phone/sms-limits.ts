/** What keeps the SMS from costing more than customers need: design section 5. */

import {
  addressLimit,
  codesPerNumberADay,
  countOne,
  type Limit,
  numberLimit,
  portalLimit,
  secondsUntilWindowEnds,
} from "../platform/rate-limits.ts";
import { WritesRefused, writeTogether } from "../platform/table.ts";
import { numericEnvironment } from "../runtime/environment.ts";
import { Problem } from "../runtime/problem.ts";
import { type LivePhone, reservation } from "./phone-table.ts";
import { sentTooSoon } from "./problems.ts";

export const sendAgainAfterSeconds = 60;

export function waitBeforeNextSend(phone: LivePhone | undefined): void {
  if (!phone) return;
  const wait = sendAgainAfterSeconds - Math.floor((Date.now() - phone.lastSentAt) / 1000);
  if (wait > 0) throw sentTooSoon(wait);
}

/** Takes the number and counts the send, all or nothing; throws 429 with the time from which it is worth trying. */
export async function reserve(
  number: string,
  phone: LivePhone | undefined,
  clientAddress: string,
): Promise<void> {
  const limits: readonly (readonly [Limit, message: string])[] = [
    [
      numberLimit(number),
      `この電話番号への送信は1日${codesPerNumberADay}回までです。明日以降にもう一度お試しください。`,
    ],
    [
      addressLimit(clientAddress, numericEnvironment("SMS_ADDRESS_HOURLY_CAP")),
      "送信回数の上限に達しました。1時間ほど時間をおいてからもう一度お試しください。",
    ],
    [
      portalLimit(numericEnvironment("SMS_DAILY_CAP")),
      "ただいまSMSを送信できません。明日以降にもう一度お試しください。",
    ],
  ];
  try {
    await writeTogether([reservation(number, phone), ...limits.map(([limit]) => countOne(limit))]);
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
    const reached = limits.find((_, index) => error.failedAt(index + 1));
    if (!reached) throw sentTooSoon(sendAgainAfterSeconds);
    const [limit, message] = reached;
    throw new Problem("too_many_requests", { message, retryAfterSeconds: secondsUntilWindowEnds(limit) });
  }
}
