import { beforeEach, describe, expect, test } from "vitest";
import { transactionUnits } from "#scripts/bench/bare-calls.ts";
import { getUser, postUser } from "#shared/endpoints.ts";
import { secretMask } from "#shared/limits.ts";
import { newPerson, type Person, signupOf } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { outcome } from "../support/replies.ts";
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
    const subjects = world.mailsTo(person).map(({ subject }) => subject);
    expect(subjects).toEqual(["【電話連携プラグイン】ライセンスキー（認証キー）のお知らせ"]);
    expect(world.mailedKeys(person)[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]{5}$/);
    await world.expectRegisteredOnce(person);
    const stored = JSON.stringify(await portal.everything());
    for (const secret of ["basic-secret-1", world.mailedKeys(person)[0]])
      expect(stored).not.toContain(secret);
  });

  test("takes three calls and 21 write units", async () => {
    portal.requests.clear();
    await world.postUser(person, signupOf(person, requestId));
    const calls = portal.requests.list("dynamodb").toReversed();
    expect(calls.map(({ operation }) => operation)).toEqual(["GetItem", "TransactWriteItems", "DeleteItem"]);
    const { TransactItems } = JSON.parse(calls[1]?.body ?? "");
    // The row of the mail, which was sent, is one unit more.
    expect((await transactionUnits(portal.dynamodb, TransactItems)) + 1).toBe(21);
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
    const wrong = { corporateName: "  ", postalCode: "12345", prefecture: 48, usage: [0, 0] };
    const body = { ...signupOf(person, requestId), ...wrong, agreedTerms: false };
    const { fields } = await world.expectRefused(() => world.postUser(person, body), "bad_request");
    expect(fields).toEqual({
      corporateName: "会社名 は必須です。",
      postalCode: "半角数字とハイフンの8文字で入力してください。（例：123-4567）",
      prefecture: "都道府県を選択してください。",
      agreedTerms: "同意が必要です。",
      usage: "選択肢から選んでください。",
    });
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
    await world.expectRefused(() => world.postUser(person, signupOf(person, requestId)), "unavailable");
    portal.faults.clear();
    expect((await world.postUser(person, signupOf(person, requestId))).status).toBe(200);
  });

  test("mails the key once by the reconcilers, when SES is back", async () => {
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
  const person = portal.newAccount();
  const body = signupOf(person, await verifyPhone(portal, newPerson()));
  await world.expectRefused(() => world.postUser(person, body), "phone_not_verified");
  expect(world.mailsTo(person)).toEqual([]);
});

const isTrue = { email_verified: "true" };
test.each([
  ["is refused for another one in the form", isTrue, "someone@example.org", undefined],
  ["is refused if the pool has not verified it", { email_verified: "false" }, undefined, undefined],
  ["is refused where the token is older", { ...isTrue, email: "new@example.org" }, undefined, undefined],
  ["counts in the pool's spelling", { ...isTrue, email: "Other@ex.org" }, "other@EX.org", "Other@ex.org"],
])("an address %s", async (_, atPool, email, stored) => {
  // The token says that the address is verified.
  const person = portal.newAccount();
  const body = signupOf(person, await verifyPhone(portal, person));
  await world.setAttributes(person, atPool);
  const reply = await world.postUser(person, { ...body, ...(email && { email }) });
  expect(outcome(reply)).toEqual(stored ? [200, undefined] : [403, "email_not_verified"]);
  expect((await world.profileOf(person))?.email).toBe(stored);
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
