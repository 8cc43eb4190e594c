import { customerLimit, numberLimit, portalLimit } from "#functions/phone/sms-limits.ts";
import {
  counterKeys,
  countIn,
  type Limit,
  remaining,
  secondsUntilFree,
} from "#functions/platform/rate-limits.ts";
import type { Target } from "../command.ts";
import { readRow } from "../table.ts";

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
export async function smsLimits(
  number: string,
  owners: readonly PhoneOwner[],
  target: Target,
): Promise<LimitState[]> {
  return Promise.all([
    stateOf("for a sign-up", numberLimit(number), target),
    ...owners.map(({ sub, loginId }) => stateOf(`for ${loginId}`, customerLimit(sub), target)),
  ]);
}

/** SMS of the whole portal today. Its cap is a setting of the function. */
export const sentToday = async (target: Target): Promise<number> =>
  (await countsOf(portalLimit(0), target)).now;

async function stateOf(name: string, limit: Limit, target: Target): Promise<LimitState> {
  const counts = await countsOf(limit, target);
  const left = remaining(limit, counts);
  return {
    name,
    text: `${left} of ${limit.most} left`,
    wait: left > 0 ? 0 : secondsUntilFree(limit, counts),
  };
}

async function countsOf(limit: Limit, target: Target) {
  const keys = counterKeys(limit);
  const [now, before] = await Promise.all([readRow(target, keys.now), readRow(target, keys.before)]);
  return { now: countIn(now), before: countIn(before) };
}
