import { customerLimit, numberLimit, portalLimit } from "#functions/phone/sms-limits.ts";
import {
  counterKeys,
  countIn,
  type Limit,
  remaining,
  secondsUntilFree,
} from "#functions/platform/rate-limits.ts";
import { getItem } from "#functions/platform/table.ts";

export interface PhoneOwner {
  sub: string;
  customerId: string;
  loginId: string;
}

export interface LimitState {
  name: string;
  /** For the operator, e.g. `3 of 5`. */
  text: string;
  /** Seconds until the limit lets another SMS through. */
  wait: number;
}

/** The limits of SMS that name the number, or a customer who has it. Those of a network cannot be told from the number. */
export async function smsLimits(number: string, owners: readonly PhoneOwner[]): Promise<LimitState[]> {
  return Promise.all([
    stateOf("for a sign-up", numberLimit(number)),
    ...owners.map(({ sub, loginId }) => stateOf(`for ${loginId}`, customerLimit(sub))),
  ]);
}

/** SMS of the whole portal today. Its cap is a setting of the function. */
export const sentToday = async (): Promise<number> => (await countsOf(portalLimit(0))).now;

async function stateOf(name: string, limit: Limit): Promise<LimitState> {
  const counts = await countsOf(limit);
  const left = remaining(limit, counts);
  return {
    name,
    text: `${left} of ${limit.most} left`,
    wait: left > 0 ? 0 : secondsUntilFree(limit, counts),
  };
}

async function countsOf(limit: Limit) {
  const keys = counterKeys(limit);
  const [now, before] = await Promise.all([getItem(keys.now), getItem(keys.before)]);
  return { now: countIn(now), before: countIn(before) };
}
