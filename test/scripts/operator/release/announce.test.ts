/** A mail of a release: to everybody who wants it, once each, whatever breaks off. */
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setServiceInformation } from "#functions/account/service-information.ts";
import { withContext } from "#functions/runtime/log.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { publishRelease } from "#scripts/operator/release/publish.ts";
import { rollBack } from "#scripts/operator/release/roll-back.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { zip } from "#test/scripts/support/releases.ts";

const desk = await startOperator();
const { portal } = desk;
let readers: Payer[];
let uninterested: Payer;
let closed: Payer;
let sequence = 0;

beforeAll(async () => {
  readers = await Promise.all(Array.from({ length: 6 }, () => desk.newOwner()));
  uninterested = await desk.newOwner({ optInServiceInfo: false });
  closed = await desk.newOwner({ closedAt: new Date().toISOString() });
});
beforeEach(async () => {
  portal.inbox.clear();
  advance(60_000);
  sequence += 1;
  await publishRelease({ ...store(), fileType: "plugin", version: version(), content: zip("x"), notes });
});

const notes = "**録音**に対応しました。\n\n- [詳細](https://example.jp/)\n- 着信音";
const version = () => `${sequence}.0.0`;
const store = () => ({
  s3: portal.s3,
  dynamodb: portal.dynamodb,
  bucket: identifiers.bucket,
  table: identifiers.tableName,
});
const announce = (...options: string[]) => desk.release("announce", "plugin", version(), ...options);
const waiting = () => portal.partition("ANNOUNCEMENT_MAILS");
/** How many mails of the release each reader got. */
const received = () =>
  readers.map(({ email }) => portal.inbox.list(email).filter(({ text }) => text.includes(version())).length);
const each = (count: number) => readers.map(() => count);

test("nobody is told before the operator was asked", async () => {
  await desk.expectAsked("release", "announce", "plugin", version());
  expect(await waiting()).toEqual([]);
});

test("everybody who wants service information gets one mail, with what changed and a way to end it", async () => {
  expect(await announce()).toContain(
    "6 mails wait for the next run of the reconciler; 0 customers were told",
  );
  await desk.reconcile();
  expect(received()).toEqual(each(1));
  expect(portal.inbox.list(uninterested.email)).toEqual([]);
  expect(await waiting()).toEqual([]);

  const [mail] = portal.inbox.list(readers[0]?.email);
  expect(mail?.subject).toBe(`【電話連携プラグイン】プラグイン ${version()} 公開のお知らせ`);
  expect(mail?.text).toContain(
    "■ 変更内容\n録音に対応しました。\n\n・詳細（https://example.jp/）\n・着信音\n\n■ ダウンロード",
  );
  expect(mail?.text).toContain("https://portal.example/dl/plugin");
  const token = `${readers[0]?.sub}.[\\w-]{43}`;
  expect(mail?.text).toMatch(new RegExp(`^https://portal\\.example/unsubscribe#${token}$`, "m"));
  expect(mail?.headers).toEqual({
    "List-Unsubscribe": expect.stringMatching(
      new RegExp(`^<https://portal\\.example/api/unsubscribe\\?token=${token}>$`),
    ),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });

  expect(await announce()).toContain(
    "0 mails wait for the next run of the reconciler; 6 customers were told",
  );
  await desk.reconcile();
  expect(received()).toEqual(each(1));
  expect(portal.inbox.list(closed.email)).toEqual([]);
  const changes = await portal.partition("RELEASE#plugin");
  expect(
    changes.filter(({ action, version: of }) => action === "announced" && of === version()),
  ).toHaveLength(2);
});

test("a dry run says how many, shows the mail and writes nothing", async () => {
  const printed = await desk.expectNothingWritten(() => announce("--dry-run"));
  expect(printed).toContain("Mail 6 customers; 0 were told before.");
  expect(printed).toContain("・詳細（https://example.jp/）");
});

test("stopped half-way nothing more is sent; told to go on, everybody has one mail in the end", async () => {
  await expect(desk.release("announce", "plugin", version(), "--stop")).rejects.toThrow(
    "was never announced",
  );
  await announce();
  const failing = { service: "ses", status: 500, times: 4 } as const;
  portal.faults.add(failing);
  await desk.reconcile();
  expect(received().filter((count) => count === 1)).toHaveLength(2);
  expect(await announce("--stop")).toContain("Stopped: 4 mails wait.");
  advance(10 * 60_000);
  await desk.reconcile();
  expect(received().filter((count) => count === 1)).toHaveLength(2);
  await announce();
  await desk.reconcile();
  expect(received()).toEqual(each(1));
});

describe("killed while it writes down whom to tell", () => {
  test.each([1, 2, 5])("after %i of them: run again it goes on, once each", async (kills) => {
    let left = kills + 1;
    const { send } = portal.dynamodb;
    // The command has a client of its own.
    const spy = vi
      .spyOn(Object.getPrototypeOf(Object.getPrototypeOf(portal.dynamodb)), "send")
      .mockImplementation(function (this: typeof portal.dynamodb, ...args: unknown[]) {
        if (args[0] instanceof TransactWriteCommand) {
          left -= 1;
          if (left < 0) throw new Error("killed");
        }
        return Reflect.apply(send, this, args);
      });
    await expect(announce()).rejects.toThrow("killed");
    spy.mockRestore();
    await desk.reconcile();
    expect(Math.max(...received())).toBe(1);
    await announce();
    await desk.reconcile();
    await desk.reconcile();
    expect(received()).toEqual(each(1));
  });
});

test("mail that fails is tried again; it delays no mail that somebody waits for", async () => {
  await announce();
  portal.faults.add({ service: "ses", status: 500, times: 1000 });
  await desk.reconcile();
  portal.faults.clear();
  const owner = await desk.signedUp({ optInServiceInfo: false });
  await desk.run("resend-licence-key", owner.loginId);
  await desk.reconcile();
  expect(desk.mailedKeys(owner)).toHaveLength(2);
  advance(10 * 60_000);
  await desk.reconcile();
  expect(received()).toEqual(each(1));
});

test("who unsubscribed or left since, and who changed the address: asked when the mail goes out", async () => {
  const newOwners = Promise.all([desk.newOwner(), desk.newOwner(), desk.newOwner(), desk.newOwner()]);
  const [left, gone, late, moved] = await newOwners;
  await announce();
  portal.become("unsubscribe");
  await withContext({ requestId: "r" }, () => setServiceInformation(left.sub, false));
  await desk.run("erase", gone.loginId, "--reason", "退会");
  await desk.change(late, { closedAt: new Date().toISOString() });
  await desk.change(moved, { email: "moved@example.com" });
  await desk.reconcile();
  const announced = ({ email }: Payer) =>
    portal.inbox.list(email).filter(({ text }) => text.includes(version()));
  expect([left, gone, late, moved].map(announced)).toEqual([[], [], [], []]);
  expect(portal.inbox.list("moved@example.com")).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test("what customers cannot download is not announced", async () => {
  await expect(desk.release("announce", "manual", "1.0.0")).rejects.toThrow(
    "manual 1.0.0 was never published",
  );
  await rollBack({ ...store(), fileType: "plugin", operator: "taro" });
  await expect(announce()).rejects.toThrow("was rolled back");
});

test("two commands at once tell everybody once", async () => {
  await Promise.all([announce(), announce(), announce()]);
  await Promise.all([desk.reconcile(), desk.reconcile()]);
  expect(received()).toEqual(each(1));
});

test("a row that names no customer is removed", async () => {
  await announce();
  const Item = marshall({
    pk: "ANNOUNCEMENT_MAILS",
    sk: `plugin#${version()}#nobody`,
    fileType: "plugin",
    version: version(),
    customer: "nobody",
    leaseUntil: 0,
    attempts: 0,
  });
  await portal.dynamodb.send(new PutItemCommand({ TableName: identifiers.tableName, Item }));
  await desk.reconcile();
  expect(await waiting()).toEqual([]);
});
