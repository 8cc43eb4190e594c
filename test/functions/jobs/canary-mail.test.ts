/** The canary publishes SES's account data as the metrics that the alarms `mail-near-quota` and `mail-paused` watch. */
import { GetAccountCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { measureMailAccount } from "#functions/jobs/canary/mail-account.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { withLogOutput } from "#functions/runtime/log.ts";

const lines: Record<string, unknown>[] = [];
const answer = vi.fn<(command: unknown) => Promise<object>>();

beforeEach(() => {
  lines.length = 0;
  vi.spyOn(SESv2Client.prototype, "send").mockImplementation(answer);
  ownEnvironment.enterWith({ AWS_REGION: "ap-northeast-1" });
});
afterEach(() => vi.restoreAllMocks());

/** The log lines of `run`. */
const logged = (run: () => Promise<void>) =>
  withLogOutput({ write: (line: string) => lines.push(JSON.parse(line)) > 0 }, run);
const measured = () => Object.assign({}, ...lines.filter(({ event }) => event === "metric"));

test.each([
  [{ SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 41_000 }, SendingEnabled: true }, 82, 0],
  [{ SendQuota: { Max24HourSend: 200, SentLast24Hours: 0 }, SendingEnabled: false }, 0, 1],
  [{ SendQuota: { Max24HourSend: 200, SentLast24Hours: 50 }, EnforcementStatus: "SHUTDOWN" }, 25, 1],
  [{ SendQuota: { Max24HourSend: -1, SentLast24Hours: 50 }, SendingEnabled: true }, 0, 0],
])("%j: %d percent are used, paused %d", async (account, used, paused) => {
  answer.mockResolvedValue(account);
  await logged(measureMailAccount);
  expect(answer).toHaveBeenCalledWith(expect.any(GetAccountCommand));
  expect(measured()).toMatchObject({ MailQuotaUsed: used, MailPaused: paused });
});

test("when SES does not answer there is a line and no metric, and the canary goes on", async () => {
  answer.mockRejectedValue(new Error("no answer"));
  await logged(measureMailAccount);
  expect(lines).toEqual([expect.objectContaining({ level: "error", event: "mail account not read" })]);
});
