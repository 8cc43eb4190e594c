import { beforeAll, expect, test } from "vitest";
import { type Operation, startLicenceKeys } from "../support/licence-keys.ts";

const keys = await startLicenceKeys();
beforeAll(async () => {
  // The first calls open connections.
  await keys.order(await keys.newHolder(), "reissue");
});

const rounds = 15;
const roundsAtOnce = 5;

async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let done = 0; done < rounds; done += roundsAtOnce)
    await Promise.all(Array.from({ length: roundsAtOnce }, round));
}

async function orderTogether(...operations: Operation[]) {
  const owner = await keys.newHolder();
  const answers = await Promise.all(operations.map((operation) => keys.order(owner, operation)));
  return { owner, statuses: answers.map(({ status }) => status) };
}

test("a key that is replaced twice at once: one new key, one mail with it, one audit row", {
  timeout: 120_000,
}, async () => {
  await inRounds(async () => {
    const { owner, statuses } = await orderTogether("reissue", "reissue");
    expect(statuses).toEqual([200, 200]);
    const key = await keys.keyOf(owner);
    expect(key).not.toBe(owner.key);
    expect(keys.mailedKeys(owner)).toEqual([key]);
    expect(await keys.trailOf(owner)).toEqual(["licence-key-reissued"]);
  });
});

test("a key that is mailed twice at once: one mail, one audit row", { timeout: 120_000 }, async () => {
  await inRounds(async () => {
    const { owner, statuses } = await orderTogether("resend", "resend");
    expect(statuses).toEqual([200, 200]);
    expect(keys.mailedKeys(owner)).toEqual([owner.key]);
    expect(await keys.trailOf(owner)).toEqual(["licence-key-resent"]);
  });
});
