import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GetAccountCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { measureSubscriptions } from "#functions/jobs/canary/alarm-subscriptions.ts";
import { measureMailAccount } from "#functions/jobs/canary/mail-account.ts";
import {
  comparePrice,
  listWebhookEndpoints,
  loadSite,
  requireWebhook,
} from "#functions/jobs/canary/steps.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { identifiers, localPrice } from "#scripts/local/identifiers.ts";
import { startPortal } from "../support/portal.ts";

const portal = await startPortal();
let origin: string;
/** By path; a missing one is a 404. */
let files: Record<string, string>;
const site = createServer((request, response) => {
  const file = files[request.url ?? ""];
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
const settings = { userPoolId: identifiers.userPoolId, price: localPrice };
const elsewhere = JSON.stringify({ ...settings, userPoolId: "ap-northeast-1_other" });

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());
beforeEach(() => {
  files = { "/": '<div id="root"></div>', "/config.json": JSON.stringify(settings) };
});

test("the canary loads the site, whose price is Stripe's", async () => {
  portal.become("canary");
  const price = await loadSite(origin);
  expect(price).toEqual(localPrice);
  await expect(comparePrice(price)).resolves.toBeUndefined();
});

test.each([
  ["a page that is missing", { "/": undefined }, "/: 404"],
  ["a page of somebody else", { "/": "<h1>nginx</h1>" }, "/ is not the site"],
  ["no settings", { "/config.json": undefined }, "/config.json: 404"],
  ["settings of another environment", { "/config.json": elsewhere }, "another deployment"],
])("%s fails", async (_, changed, message) => {
  portal.become("canary");
  files = { ...files, ...changed } as Record<string, string>;
  await expect(loadSite(origin)).rejects.toThrow(message);
});

const others = [{ amountYen: localPrice.amountYen + 1 }, { interval: "year" as const }];
test.each(others)("a price that Stripe does not charge fails: %j", async (change) => {
  portal.become("canary");
  const comparing = comparePrice({ ...localPrice, ...change });
  await expect(comparing).rejects.toThrow("the price on the site is not Stripe's");
});

test("the canary finds this site's webhook endpoint at Stripe, and no other site's", async () => {
  portal.become("canary");
  const endpoints = await listWebhookEndpoints();
  expect(() => requireWebhook(portal.settings.SITE_URL ?? "", endpoints)).not.toThrow();
  expect(() => requireWebhook("https://another.example", endpoints)).toThrow("no enabled webhook endpoint");
});

const endpoint = (events: readonly string[], status = "enabled") => ({
  url: "https://portal.example/api/stripe/webhook",
  status,
  enabled_events: events,
});
const required =
  (...endpoints: ReturnType<typeof endpoint>[]) =>
  () =>
    requireWebhook("https://portal.example", endpoints);

test.each(webhookEvents)("an endpoint without %s is reported by its name", (missing) => {
  const others = webhookEvents.filter((event) => event !== missing);
  expect(required(endpoint(others))).toThrow(`the webhook endpoint misses ${missing}`);
  expect(required(endpoint(others), endpoint([missing], "disabled"))).toThrow(missing);
  expect(required(endpoint(others), endpoint([missing]))).not.toThrow();
  expect(required(endpoint(["*"]))).not.toThrow();
});

/** As the metrics that the alarms `mail-near-quota` and `mail-paused` watch. */
describe("SES's account", () => {
  const answer = vi.fn<(command: unknown) => Promise<object>>();
  beforeEach(() => {
    vi.spyOn(SESv2Client.prototype, "send").mockImplementation(answer);
  });
  const lines = () => portal.logged.map((line): Record<string, unknown> => JSON.parse(line));

  test.each([
    [{ SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 41_000 }, SendingEnabled: true }, 82, 0],
    [{ SendQuota: { Max24HourSend: 200, SentLast24Hours: 0 }, SendingEnabled: false }, 0, 1],
    [{ SendQuota: { Max24HourSend: 200, SentLast24Hours: 50 }, EnforcementStatus: "SHUTDOWN" }, 25, 1],
    [{ SendQuota: { Max24HourSend: -1, SentLast24Hours: 50 }, SendingEnabled: true }, 0, 0],
  ])("%j: %d percent are used, paused %d", async (account, used, paused) => {
    answer.mockResolvedValue(account);
    portal.become("canary");
    await measureMailAccount();
    expect(answer).toHaveBeenCalledWith(expect.any(GetAccountCommand));
    const measured = Object.assign({}, ...lines().filter(({ event }) => event === "metric"));
    expect(measured).toMatchObject({ MailQuotaUsed: used, MailPaused: paused });
  });

  test("when SES does not answer there is a line and no metric, and the canary goes on", async () => {
    answer.mockRejectedValue(new Error("no answer"));
    portal.become("canary");
    await measureMailAccount();
    expect(lines()).toEqual([expect.objectContaining({ level: "error", event: "mail account not read" })]);
  });
});

/** As the metric that the alarm `alarm-address-missing` watches. */
describe("the alarms' topics", () => {
  const topics = ["ap-northeast-1", "us-east-1"].map((region) => `arn:aws:sns:${region}:123456789012:Alarms`);
  const alarmUrl = "https://events.example.com/integration/key/enqueue";
  const confirmed = (Endpoint: string) => ({ Endpoint, SubscriptionArn: `${topics[0]}:0a` });
  const both = [confirmed("operations@example.jp"), confirmed(alarmUrl)];
  const answer = vi.fn<(command: unknown) => Promise<object>>();
  beforeEach(() => {
    vi.spyOn(SNSClient.prototype, "send").mockImplementation(answer);
  });
  const nineInJapan = new Date("2026-11-30T00:10:00Z");
  const look = (now = nineInJapan) =>
    ownEnvironment.run(
      {
        ...portal.settings,
        ALARM_TOPICS: topics.join(" "),
        ALARM_ADDRESSES: `operations@example.jp ${alarmUrl}`,
      },
      () => measureSubscriptions(now),
    );
  const lines = () => portal.logged.map((line): Record<string, unknown> => JSON.parse(line));
  const lost = (address: string, state: string) =>
    expect.objectContaining({ event: "alarm address missing", region: "us-east-1", address, state });

  test.each([
    [[both[1]], [["operations@example.jp", "missing"]]],
    [[both[0], { ...both[1], SubscriptionArn: "PendingConfirmation" }], [["events.example.com", "pending"]]],
    [
      [],
      [
        ["operations@example.jp", "missing"],
        ["events.example.com", "missing"],
      ],
    ],
  ])("an address that one does not reach is counted and named, without its key: %#", async (now, missing) => {
    const isOther = (command: unknown) =>
      command instanceof ListSubscriptionsByTopicCommand && command.input.TopicArn === topics[1];
    answer.mockImplementation(async (command) => ({ Subscriptions: isOther(command) ? now : both }));
    await look();
    const failures = lines().filter(({ level }) => level === "error");
    expect(failures).toEqual(missing.map(([address = "", state = ""]) => lost(address, state)));
    expect(lines()).toContainEqual(expect.objectContaining({ AlarmAddressesMissing: missing.length }));
    expect(JSON.stringify(lines())).not.toContain("/key/");
  });

  test("addresses that are reached need no line, and SNS is asked once a day", async () => {
    answer.mockResolvedValue({ Subscriptions: both });
    await look();
    expect(answer).toHaveBeenCalledTimes(2);
    await look(new Date("2026-11-30T00:40:00Z"));
    expect(answer).toHaveBeenCalledTimes(2);
    expect(lines()).toEqual([]);
  });

  test("when SNS does not answer there is a line and no metric, and the canary goes on", async () => {
    answer.mockRejectedValue(new Error("no answer"));
    await look();
    expect(lines()).toEqual([
      expect.objectContaining({ level: "error", event: "alarm subscriptions not read" }),
    ]);
  });
});
