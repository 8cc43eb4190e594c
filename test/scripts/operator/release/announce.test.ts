/** A mail of a release: to everybody who wants it, once each, whatever breaks off. */
import {
  BadRequestException,
  GetAccountCommand,
  MessageRejected,
  SendEmailCommand,
} from "@aws-sdk/client-sesv2";
import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setServiceInformation } from "#functions/account/service-information.ts";
import { readMailBudget } from "#functions/jobs/announce/mail-budget.ts";
import { sendAnnouncements } from "#functions/jobs/announce/send-announcements.ts";
import { dynamodb, ses } from "#functions/platform/aws-clients.ts";
import { withContext } from "#functions/runtime/context.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { publishRelease } from "#scripts/operator/release/publish.ts";
import { rollBack } from "#scripts/operator/release/roll-back.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { asOperator } from "#test/scripts/support/as-operator.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { zip } from "#test/scripts/support/releases.ts";

const desk = await startOperator();
const { portal } = desk;
let readers: Owner[];
let uninterested: Owner;
let closed: Owner;
let sequence = 0;
/** SES's account data, beside the emulator's. */
let account: object;
/** Runs before each call of the job to AWS; throws to kill it. */
let beforeCall: (command: unknown) => void;

function intercept(): void {
  portal.become("operator");
  for (const client of [ses(), dynamodb()]) {
    const original = client.send;
    vi.spyOn(client, "send").mockImplementation(async (...args: unknown[]) => {
      beforeCall(args[0]);
      const answer: object = await Reflect.apply(original, client, args);
      return args[0] instanceof GetAccountCommand ? { ...answer, ...account } : answer;
    });
  }
}

beforeAll(async () => {
  readers = await Promise.all(Array.from({ length: 6 }, () => desk.createCustomer()));
  uninterested = await desk.createCustomer({ optInServiceInfo: false });
  closed = await desk.createCustomer({ closedAt: new Date().toISOString() });
});
beforeEach(async () => {
  account = {};
  beforeCall = () => undefined;
  intercept();
  portal.inbox.clear();
  advance(60_000);
  sequence += 1;
  await publish();
});

const notes = "**録音**に対応しました。\n\n- [詳細](https://example.jp/)\n- 着信音";
const version = () => `${sequence}.0.0`;
const store = { s3: portal.s3, bucket: identifiers.bucket };
function publish() {
  portal.become("operator");
  return asOperator(() =>
    publishRelease({ ...store, fileType: "plugin", version: version(), content: zip("x"), notes }),
  );
}
const announce = (...options: string[]) => desk.release("announce", "plugin", version(), ...options);
const send = () => desk.sendAnnouncements();
const waiting = async () =>
  (await portal.partition("ANNOUNCEMENT_MAILS")).filter((mail) => mail.version === version());
/** How many mails of the release each reader got. */
const received = () =>
  readers.map(({ email }) => portal.inbox.list(email).filter(({ text }) => text.includes(version())).length);
const each = (count: number) => readers.map(() => count);

/** SES's account: as much of its share for 24 hours is left. */
const quota = ({ left }: { left: number }) => {
  account = { SendQuota: { MaxSendRate: 1000, Max24HourSend: 100, SentLast24Hours: 50 - left } };
};

test("subscribers get one mail with the changes; a repetition reaches only new ones", async () => {
  await announce();
  expect(await send()).toEqual({ sent: 6, unwanted: 0, failed: 0, ended: 1 });
  expect(received()).toEqual(each(1));
  expect(portal.inbox.list(uninterested.email)).toEqual([]);
  expect(await waiting()).toEqual([]);

  const [mail] = portal.inbox.list(readers[0]?.email);
  expect(mail?.text).toContain("録音に対応しました。\n\n・詳細（https://example.jp/）\n・着信音\n");
  const token = `${readers[0]?.sub}.[\\w-]{43}`;
  expect(mail?.text).toMatch(new RegExp(`^https://portal\\.example/unsubscribe#${token}$`, "m"));
  expect(mail?.headers).toEqual({
    "List-Unsubscribe": expect.stringMatching(
      new RegExp(`^<https://portal\\.example/api/unsubscribe\\?token=${token}>$`),
    ),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(portal.inbox.list(closed.email)).toEqual([]);

  const late = await desk.createCustomer();
  await announce();
  expect(await send()).toMatchObject({ sent: 1, ended: 1 });
  expect(portal.inbox.list(late.email)).toHaveLength(1);
  expect(received()).toEqual(each(1));
  await desk.changeProfile(late, { closedAt: new Date().toISOString() });
  const changes = await portal.partition("RELEASE#plugin");
  const announced = changes.filter(({ action, version: of }) => action === "announced" && of === version());
  expect(announced).toHaveLength(2);
});

test("a stop ends a run before the next mail; announced again, each has one mail", async () => {
  await announce();
  account = { SendQuota: { MaxSendRate: 4, Max24HourSend: 1000, SentLast24Hours: 0 } };
  const running = send();
  await expect.poll(() => Math.max(...received())).toBe(1);
  await announce("--stop");
  await running;
  const after = received();
  expect(Math.min(...after)).toBe(0);
  await send();
  expect(received()).toEqual(after);
  account = {};
  await announce();
  await send();
  expect(received()).toEqual(each(1));
});

test("half of SES's quota for 24 hours is left to other mail: the rest waits", async () => {
  await announce();
  quota({ left: 4 });
  expect(await send()).toMatchObject({ sent: 4, ended: 0 });
  quota({ left: 0 });
  expect(await send()).toMatchObject({ sent: 0, ended: 0 });
  const announcement = await portal.item("RELEASE#plugin", `ANNOUNCEMENT#${version()}`);
  expect(announcement?.waitsFor).toBe("quota");
  quota({ left: 2 });
  expect(await send()).toMatchObject({ sent: 2, ended: 1 });
  expect(received()).toEqual(each(1));
});

test.each([
  ["is disabled", { SendingEnabled: false }, 0],
  ["is shut down", { EnforcementStatus: "SHUTDOWN" }, 0],
  ["fails", {}, 1000],
])("while SES %s no mail is sent or abandoned, however long", async (_, state, times) => {
  await announce();
  account = state;
  if (times > 0) portal.faults.add({ service: "ses", operation: "SendEmail", status: 500, times });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await send()).toMatchObject({ sent: 0, failed: 0, ended: 0 });
    advance(60 * 60_000);
  }
  account = {};
  portal.faults.clear();
  await send();
  expect(received()).toEqual(each(1));
});

/** A run that is killed before that call: what is under way comes to its end, nothing new begins. Returns how many there were. */
async function killedAt(call: number): Promise<number> {
  let calls = 0;
  beforeCall = (command) => {
    if (command instanceof DeleteCommand) return;
    calls += 1;
    if (calls >= call) throw new Error("killed");
  };
  await send().catch(() => undefined);
  beforeCall = () => undefined;
  return calls;
}

test("killed before any of its calls, the next runs tell everybody, once each", async () => {
  // Two are enough: the calls for each mail are the same.
  const [, , ...others] = readers;
  const closedAt = new Date().toISOString();
  for (const other of others) await desk.changeProfile(other, { closedAt });
  const once = [1, 1, 0, 0, 0, 0];
  await announce();
  const calls = await killedAt(Number.POSITIVE_INFINITY);
  expect(calls).toBeGreaterThan(14);
  for (let call = 1; call <= calls; call += 1) {
    sequence += 1;
    portal.inbox.clear();
    await publish();
    await announce();
    await killedAt(call);
    expect(Math.max(...received()), `killed at ${call}`).toBeLessThan(2);
    // Longer than the lease of the announcement and of each mail.
    advance(10 * 60_000);
    await send();
    expect(received(), `killed at ${call}`).toEqual(once);
    expect(await send()).toMatchObject({ sent: 0, ended: 0 });
  }
  for (const other of others) await desk.changeProfile(other, { closedAt: undefined });
});

test("a run that another one overtook changes nothing of the announcement any more", async () => {
  await announce();
  let isLate = false;
  beforeCall = (command) => {
    // The first run stands still at its first page until its lease is over.
    if (!isLate && command instanceof ScanCommand) {
      isLate = true;
      advance(10 * 60_000);
    }
  };
  await Promise.all([
    send(),
    expect
      .poll(() => isLate)
      .toBe(true)
      .then(send),
  ]);
  await send();
  expect(received()).toEqual(each(1));
});

test("a mail that SES refuses is tried five times, and once more when announced again", async () => {
  await announce();
  const [refused] = readers;
  beforeCall = (command) => {
    if (!(command instanceof SendEmailCommand)) return;
    if (!command.input.Destination?.ToAddresses?.includes(refused?.email ?? "")) return;
    throw new MessageRejected({ message: "refused", $metadata: { httpStatusCode: 400 } });
  };
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await send();
    advance(60 * 60_000);
  }
  expect(received()).toEqual([0, 1, 1, 1, 1, 1]);
  expect(await waiting()).toEqual([
    expect.objectContaining({ customer: refused?.sub, attempts: 5, failedAt: expect.any(String) }),
  ]);
  const counted = portal.logged.filter((line) => line.includes('"MailsDeadLettered":1'));
  expect(counted).toHaveLength(1);
  beforeCall = () => undefined;
  await announce();
  await send();
  expect(received()).toEqual(each(1));
  expect(await announce("--watch")).toMatch(/^6 sent, 0 no longer wanted, 0 refused by SES\. Ended at /);
  expect(await waiting()).toEqual([]);
});

test("a mail with an address that SES can never take is a dead letter at once", async () => {
  const [invalid] = readers;
  beforeCall = (command) => {
    if (!(command instanceof SendEmailCommand)) return;
    if (!command.input.Destination?.ToAddresses?.includes(invalid?.email ?? "")) return;
    throw new BadRequestException({ message: "Illegal address", $metadata: { httpStatusCode: 400 } });
  };
  await announce();
  await send();
  expect(await waiting()).toEqual([
    expect.objectContaining({ attempts: 1, failedAt: expect.any(String), lastError: "BadRequestException" }),
  ]);
  expect(await announce("--watch")).toMatch(/^5 sent, 0 no longer wanted, 1 refused by SES\. Ended at /);
});

test("the job reads unsubscriptions, closings and new addresses when it sends the mail", async () => {
  const newOwners = Promise.all([
    desk.createCustomer(),
    desk.createCustomer(),
    desk.createCustomer(),
    desk.createCustomer(),
  ]);
  const [left, gone, late, moved] = await newOwners;
  await announce();
  // Written down, not sent.
  quota({ left: 0 });
  await send();
  account = {};
  expect(await waiting()).toHaveLength(10);
  portal.become("unsubscribe");
  await withContext({ kind: "job", requestId: "r" }, () => setServiceInformation(left.sub, false));
  await desk.run("erase", gone.loginId, "--reason", "退会");
  await desk.changeProfile(late, { closedAt: new Date().toISOString() });
  await desk.changeProfile(moved, { email: "moved@example.com" });
  expect(await send()).toEqual({ sent: 7, unwanted: 2, failed: 0, ended: 1 });
  const announced = ({ email }: Owner) =>
    portal.inbox.list(email).filter(({ text }) => text.includes(version()));
  expect([left, gone, late, moved].map(announced)).toEqual([[], [], [], []]);
  expect(portal.inbox.list("moved@example.com")).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  await desk.changeProfile(moved, { closedAt: new Date().toISOString() });
});

test("a version unpublished or withdrawn is refused; its running mail can be stopped", async () => {
  const unknown = desk.release("announce", "manual", "1.0.0");
  await expect(unknown).rejects.toThrow("manual 1.0.0 was never published");
  await expect(announce("--stop")).rejects.toThrow("was never announced");
  await announce();
  portal.become("operator");
  await asOperator(() => rollBack({ ...store, fileType: "plugin" }));
  await expect(announce()).rejects.toThrow("was rolled back");
  expect(await announce("--stop")).toContain("Stopped.");
  await send();
  expect(received()).toEqual(each(0));
});

test("two commands and three runs at once tell everybody once, and one run sends", async () => {
  await Promise.all([announce(), announce()]);
  const runs = await Promise.all([send(), send(), send()]);
  // The rate is one run's.
  expect(runs.map(({ sent }) => sent).sort()).toEqual([0, 0, 6]);
  expect(received()).toEqual(each(1));
});

test("a run ends in time, and the next one continues", async () => {
  await announce();
  const run = async (longestMs?: number) => {
    portal.become("announce");
    return withContext({ kind: "job", requestId: "r" }, () => sendAnnouncements(readMailBudget, longestMs));
  };
  expect(await run(0)).toMatchObject({ sent: 0, ended: 0 });
  expect(await waiting()).toEqual([]);
  expect(await run()).toMatchObject({ sent: 6, ended: 1 });
});

test("the job may read no whole row of a scan, nor an attribute or filter of its own", async () => {
  portal.become("announce");
  const scan = (input: object) =>
    dynamodb().send(new ScanCommand({ TableName: identifiers.tableName, ...input }));
  await expect(scan({})).rejects.toThrow("dynamodb:Scan");
  const attributes = { Select: "SPECIFIC_ATTRIBUTES", ProjectionExpression: "pk, email" } as const;
  await expect(scan(attributes)).rejects.toThrow("dynamodb:Scan");
  const filter = { FilterExpression: "attribute_exists(email)", ProjectionExpression: "pk" };
  await expect(scan({ ...attributes, ...filter })).rejects.toThrow("dynamodb:Scan");
});
