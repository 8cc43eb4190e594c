import { beforeEach, describe, expect, test } from "vitest";
import { transactionUnits } from "#scripts/bench/bare-calls.ts";
import { getUser, postUser } from "#shared/endpoints.ts";
import { secretMask } from "#shared/limits.ts";
import { newPerson, type Person, signupOf } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { check, codeOf, send, verifyPhone, wrong } from "../support/verified-phone.ts";
import { leaseMs } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

describe("the first sign-up", () => {
  let person: Person;
  let requestId: string;
  beforeEach(async () => {
    person = newPerson();
    requestId = await verifyPhone(portal, person);
  });

  test("registers a trial customer with encrypted secrets, and mails the licence key", async () => {
    expect((await world.getUser(person)).json).toEqual({ results: [] });
    const { status, json } = await world.postUser(person, signupOf(person, requestId));
    expect(status).toBe(200);
    expect(postUser.response.parse(json)).toEqual(json);
    const [record] = getUser.response.parse((await world.getUser(person)).json).results;
    expect(record).toMatchObject({
      CustomerId: json.result.customerId,
      CorporateName: "株式会社テスト商事",
      ChargePhoneNumber: person.phoneNumber,
      Email: person.email,
      BasicPassword: secretMask,
      ApiSecret: "",
      PrivateKey: "",
      Position: null,
      Plan: "trial",
      PaymentType: "",
      Version: 1,
    });
    expect(world.mailsTo(person)).toHaveLength(1);
    expect(world.mailsTo(person)[0]?.subject).toBe(
      "【電話連携プラグイン】ライセンスキー（認証キー）のお知らせ",
    );
    expect(world.mailedKeys(person)[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]{5}$/);
    await world.expectRegisteredOnce(person);
    const stored = JSON.stringify(await portal.everything());
    for (const secret of ["basic-secret-1", world.mailedKeys(person)[0]])
      expect(stored).not.toContain(secret);
  });

  test("takes three calls and 17 write units", async () => {
    portal.requests.clear();
    await world.postUser(person, signupOf(person, requestId));
    const calls = portal.requests.list("dynamodb").toReversed();
    expect(calls.map(({ operation }) => operation)).toEqual(["GetItem", "TransactWriteItems", "DeleteItem"]);
    const { TransactItems } = JSON.parse(calls[1]?.body ?? "");
    // The row of the mail, which was sent, is one unit more.
    expect((await transactionUnits(portal.dynamodb, TransactItems)) + 1).toBe(17);
  });

  test("answers the same to the same again, and changes nothing for other data", async () => {
    const first = await world.postUser(person, signupOf(person, requestId));
    const before = await world.rowsOf(person);
    const again = await world.postUser(person, signupOf(person, requestId));
    const other = await world.postUser(person, { ...signupOf(person, requestId), corporateName: "別の会社" });
    expect(again.json).toEqual(first.json);
    expect(other.json).toEqual(first.json);
    expect(await world.rowsOf(person)).toEqual(before);
    expect(world.mailsTo(person)).toHaveLength(1);
  });

  test("names each wrong field with its own sentence", async () => {
    const wrong = {
      corporateName: "  ",
      postalCode: "12345",
      prefecture: 48,
      agreedTerms: false,
      usage: [0, 0],
    };
    const { status, json } = await world.postUser(person, { ...signupOf(person, requestId), ...wrong });
    expect([status, json.error.code]).toEqual([400, "bad_request"]);
    expect(json.error.fields).toEqual({
      corporateName: "会社名 は必須です。",
      postalCode: "半角数字とハイフンの8文字で入力してください。（例：123-4567）",
      prefecture: "都道府県を選択してください。",
      agreedTerms: "同意が必要です。",
      usage: "選択肢から選んでください。",
    });
    expect(await world.rowsOf(person)).toEqual([]);
  });

  test("ten times at once makes one customer, one key and one mail", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => world.postUser(person, signupOf(person, requestId))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(world.mailsTo(person)).toHaveLength(1);
    await world.expectRegisteredOnce(person);
  });

  test("writes nothing while KMS is away", async () => {
    portal.faults.add({ service: "kms", status: 500, times: 9 });
    const { status, json } = await world.postUser(person, signupOf(person, requestId));
    expect([status, json.error.code]).toEqual([503, "unavailable"]);
    expect(await world.rowsOf(person)).toEqual([]);
    portal.faults.clear();
    expect((await world.postUser(person, signupOf(person, requestId))).status).toBe(200);
  });

  test("mails the key once SES is back, and once however many reconcilers run", async () => {
    world.failSes();
    expect((await world.postUser(person, signupOf(person, requestId))).status).toBe(200);
    expect(world.mailsTo(person)).toHaveLength(0);
    await world.reconcile();
    expect(world.mailsTo(person), "a try just failed: the next one waits a moment").toHaveLength(0);
    const [waiting] = await world.outboxOf(person);
    expect(JSON.stringify(waiting)).not.toContain('licenceKey":"');

    advance(leaseMs);
    world.failSes();
    expect(await world.reconcile()).toEqual({ sent: 0, failed: 1 });
    advance(15 * 60_000);
    await Promise.all([world.reconcile(), world.reconcile(), world.reconcile()]);
    expect(world.mailsTo(person)).toHaveLength(1);
    await world.expectRegisteredOnce(person);
  });
});

test("a phone that is not proven is refused with 403", async () => {
  const person = newPerson();
  const requestId = await verifyPhone(portal, newPerson());
  const { status, json } = await world.postUser(person, signupOf(person, requestId));
  expect([status, json.error.code]).toEqual([403, "phone_not_verified"]);
  expect(await world.rowsOf(person)).toEqual([]);
  expect(world.mailsTo(person)).toEqual([]);
});

describe("the pool's address counts", () => {
  /** Whose token says that the address of the form is verified. */
  async function signUp(atPool: Record<string, string>, email?: string) {
    const person = portal.newAccount();
    const body = signupOf(person, await verifyPhone(portal, person));
    await world.setAttributes(person, atPool);
    return { person, ...(await world.postUser(person, { ...body, ...(email && { email }) })) };
  }

  test.each([
    ["another one in the form", { email_verified: "true" }, "someone@example.org"],
    ["one that the pool has not verified", { email_verified: "false" }, undefined],
    ["that of a token from before a change", { email: "new@example.org", email_verified: "true" }, undefined],
  ])("and %s is refused with 403", async (_, atPool, email) => {
    const { person, status, json } = await signUp(atPool, email);
    expect([status, json.error.code]).toEqual([403, "email_not_verified"]);
    expect(await world.rowsOf(person)).toEqual([]);
  });

  test("in its own spelling, whatever the token says", async () => {
    const { person, status } = await signUp(
      { email: "Other@example.org", email_verified: "true" },
      "other@EXAMPLE.org",
    );
    expect(status).toBe(200);
    const [record] = getUser.response.parse((await world.getUser(person)).json).results;
    expect(record?.Email).toBe("Other@example.org");
  });
});

test("the log holds no personal data, secret or token of a sign-up, however it goes", async () => {
  const person = portal.newAccount();
  const personal = {
    ...{ corporateName: "株式会社カナリア観測所", city: "カナリア市", streetAddress: "カナリア町9-9-9" },
    ...{ department: "カナリア飼育部", chargeLastName: "金糸雀", chargeFirstName: "歌子" },
    ...{ kintoneDomain: "canary-domain", basicUserName: "canary-user", basicPassword: "Canary-Basic-1!" },
  };
  const token = "canary-header.canary-claims.canary-signature";
  for (const service of ["vonage", "secrets"] as const) portal.faults.add({ service, status: 500, times: 3 });
  await send(portal, newPerson());
  portal.faults.clear();
  const { request_id } = (await send(portal, person, token)).json;
  const code = codeOf(portal, person);
  for (const typed of [wrong(code), code]) await check(portal, request_id, typed);

  const signup = { ...signupOf(person, request_id), ...personal };
  const headers = { authentication: token };
  const post = async (body: object = signup) =>
    (await portal.call("post-user", { by: person, body, headers })).status;
  const refused = { ...signup, [personal.basicPassword]: personal.basicPassword, prefecture: "x" };
  expect(await post(refused)).toBe(400);
  portal.faults.add({ service: "kms", status: 500, times: 6 });
  expect(await post()).toBe(503);
  world.failSes();
  expect(await post()).toBe(200);
  await world.getUser(person, personal.chargeLastName);
  portal.faults.add({ service: "dynamodb", operation: "GetItem", status: 0, times: 3 });
  expect((await world.getUser(person)).status).toBe(503);
  portal.faults.add({ service: "tax-agency", status: 500 });
  await portal.call("corporate-number", { query: { number: "7000012050002" } });
  await world.reconcile();

  const lines = portal.logged.join("");
  expect(lines).toContain('"level":"error"');
  expect(lines).toContain("mail not sent, left to the reconciler");
  const { email, loginId, phoneNumber } = person;
  const digits = phoneNumber.replaceAll("-", "");
  const secrets = [
    ...Object.values(personal),
    ...[email, loginId, request_id, `"${code}"`, ...token.split(".")],
    ...[phoneNumber, digits, `+81${digits.slice(1)}`, "7000012050002"],
  ];
  expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
});
