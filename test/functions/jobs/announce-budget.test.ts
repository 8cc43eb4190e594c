/** The part of SES for announcements: a share of the rate and of the remaining quota. */
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { beforeEach, expect, test, vi } from "vitest";
import { readMailBudget } from "#functions/jobs/announce/mail-budget.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";

const answer = vi.fn<(command: unknown) => Promise<object>>();

beforeEach(() => {
  vi.spyOn(SESv2Client.prototype, "send").mockImplementation(answer);
});

const runWith = (percent: number): void =>
  ownEnvironment.enterWith({ AWS_REGION: "ap-northeast-1", ANNOUNCEMENT_MAIL_PERCENT: String(percent) });

const quota = (MaxSendRate: number, Max24HourSend: number, SentLast24Hours: number) => ({
  ...{ MaxSendRate, Max24HourSend, SentLast24Hours },
});
const half = 50;
test.each([
  ["SES as it begins", quota(14, 50_000, 0), half, 7, 25_000],
  ["the sandbox", quota(1, 200, 0), half, 1, 100],
  ["codes count", quota(14, 50_000, 24_000), half, 7, 1000],
  ["used up", quota(14, 50_000, 40_000), half, 7, 0],
  ["another share", quota(100, 1000, 0), 20, 20, 200],
  ["no end", quota(500, -1, 9), half, 100, Number.POSITIVE_INFINITY],
  ["no answer to that", {}, half, 1, 0],
])("%s", async (_, SendQuota, percent, batch, left) => {
  runWith(percent);
  answer.mockResolvedValue({ SendQuota, SendingEnabled: true });
  expect(await readMailBudget()).toMatchObject({ batch, left, isPaused: false });
});

test("mails start at the rate: the next one waits for its share of a second", async () => {
  runWith(10);
  answer.mockResolvedValue({ SendQuota: { MaxSendRate: 200, Max24HourSend: -1 } });
  let now = 0;
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  const budget = await readMailBudget({ now: () => now, sleep });
  for (const mails of [4, 2, 1, 1]) {
    await budget.waitFor(mails);
    // Sending takes its time as well.
    now += 60;
  }
  // At 20 a second.
  expect(waits).toEqual([0, 140, 40, 0]);
});
