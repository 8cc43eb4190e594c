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

const half = 50;
test.each([
  ["SES as it begins", { MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 0 }, half, 7, 25_000],
  ["the sandbox", { MaxSendRate: 1, Max24HourSend: 200, SentLast24Hours: 0 }, half, 1, 100],
  ["codes count", { MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 24_000 }, half, 7, 1000],
  ["used up", { MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 40_000 }, half, 7, 0],
  ["another share", { MaxSendRate: 100, Max24HourSend: 1000, SentLast24Hours: 0 }, 20, 20, 200],
  [
    "no end",
    { MaxSendRate: 500, Max24HourSend: -1, SentLast24Hours: 9 },
    half,
    100,
    Number.POSITIVE_INFINITY,
  ],
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
