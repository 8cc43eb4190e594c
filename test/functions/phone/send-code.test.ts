import { beforeEach, describe, expect, test, vi } from "vitest";
import { readVerification } from "#functions/phone/verification-table.ts";
import { type SwitchName, stoppedKey, switchNames } from "#functions/platform/switches.ts";
import { deleteItem, transactWrite } from "#functions/platform/table.ts";
import { verify } from "#shared/endpoints.ts";
import { deleteAccount, disableAccount, replaceAccount } from "../support/accounts.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance, type Reply, startPortal } from "../support/portal.ts";
import { saveProfile } from "../support/profiles.ts";
import { outcome, refusal, tooMany } from "../support/replies.ts";
import {
  beginSmsDay,
  check,
  codeOf,
  customerTokenOf,
  idTokenOf,
  plainPasswords,
  send,
  vonageCalls,
  wrong,
} from "../support/verified-phone.ts";

vi.mock("#functions/runtime/deadline.ts", async (load) => {
  const { withShortPauses } = await import("../support/short-pauses.ts");
  return withShortPauses(await load());
});

const minute = 60_000;
/** In seconds. */
const [hour, day] = [3_600, 86_400];

const portal = await startPortal({ userPool: plainPasswords });
let person: Person;

beforeEach(() => {
  beginSmsDay(portal);
  person = newPerson();
});

const messages = () => portal.inbox.list(person.phoneNumber);

describe("sending", () => {
  test("sends a six-digit code by SMS in Japanese and answers an id of our own", async () => {
    const { status, json } = await send(portal, person);
    expect(status).toBe(200);
    expect(verify.response.parse(json)).toEqual(json);
    expect(messages()).toHaveLength(1);
    expect(codeOf(portal, person)).toMatch(/^\d{6}$/);
    const [request] = portal.requests.list("vonage");
    expect(request?.response).not.toContain(json.request_id);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      brand: "電話連携プラグイン",
      locale: "ja-jp",
      code: codeOf(portal, person),
      channel_timeout: 450,
      workflow: Array(2).fill({ channel: "sms", to: `81${person.phoneNumber.replaceAll("-", "").slice(1)}` }),
    });
  });

  test("a repetition within 60 seconds sends nothing, and says the seconds left", async () => {
    const first = await send(portal, person);
    expect(first.json).toEqual({ request_id: expect.any(String) });
    advance(20_000);
    const again = await send(portal, person);
    const request_id = expect.not.stringMatching(first.json.request_id);
    expect([again.status, again.json]).toEqual([200, { request_id, retry_after_seconds: 40 }]);
    expect(verify.response.parse(again.json)).toEqual(again.json);
    expect(messages()).toHaveLength(1);
    advance(40_000);
    await send(portal, person);
    expect(messages()).toHaveLength(2);
    expect((await check(portal, again.json.request_id, codeOf(portal, person))).status).toBe(200);
  });

  test("the owner's code does not verify another id in the same network", async () => {
    const owner = (await send(portal, person)).json.request_id;
    const other = (await send(portal, person)).json.request_id;
    const code = codeOf(portal, person);
    expect((await check(portal, owner, code)).status).toBe(200);
    portal.become("operator");
    const [verified, unverified] = await Promise.all([owner, other].map(readVerification));
    expect([verified?.status, unverified?.status]).toEqual(["verified", "sent"]);
  });

  test("another client gets the seconds, and not the id", async () => {
    await send(portal, person);
    advance(20_000);
    const refused = await send(portal, { ...person, address: "203.0.113.79" });
    expect(outcome(refused)).toEqual(tooMany);
    expect(refused.headers["retry-after"]).toBe("40");
    expect(refused.json.error.message).toContain("40秒後");
  });

  test("after three wrong codes it is no use to name that code again", async () => {
    const { json } = await send(portal, person);
    for (const more of [1, 2, 3]) await check(portal, json.request_id, wrong(codeOf(portal, person), more));
    expect(outcome(await send(portal, person))).toEqual(tooMany);
  });

  test("many at once send one SMS", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(portal, person)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    expect(messages()).toHaveLength(1);
  });

  test("a number that Vonage has not freed yet gets its code later; the answer says when", async () => {
    await send(portal, person);
    advance(minute);
    await send(portal, person);
    portal.vonage.refuseAfterCancel(4);
    advance(minute);
    expect(refusal(await send(portal, person))).toEqual([429, expect.stringContaining("15秒後にもう一度")]);
    expect(messages()).toHaveLength(2);
    advance(15_000);
    expect((await send(portal, person)).status).toBe(200);
    expect(messages()).toHaveLength(3);
  });

  test("with no step left the request is replaced by a new one", async () => {
    await send(portal, person);
    for (const _ of [1, 2]) {
      advance(minute);
      await send(portal, person);
    }
    expect(vonageCalls(portal).slice(-5)).toEqual([
      "POST /v2/verify/{id}/next_workflow",
      "POST /v2/verify",
      "DELETE /v2/verify/{id}",
      "POST /v2/verify",
      "POST /v2/verify",
    ]);
    expect(messages()).toHaveLength(3);
  });

  test("after the number was verified a new request begins", async () => {
    const { json } = await send(portal, person);
    await check(portal, json.request_id, codeOf(portal, person));
    advance(minute);
    expect((await send(portal, person)).status).toBe(200);
    expect(vonageCalls(portal).at(-1)).toBe("POST /v2/verify");
  });
});

describe("limits", () => {
  const toNumber = (): Person => ({ ...newPerson(), phoneNumber: person.phoneNumber });
  const fromNetwork = (): Person => ({ ...newPerson(), address: person.address });
  const halfAnHour = 30 * minute;
  type Asker = () => Person;
  const expectRefused = (reply: Reply, seconds: number): void => {
    expect([outcome(reply), reply.headers["retry-after"]]).toEqual([tooMany, String(seconds)]);
    expect(reply.json.error.message).toMatch(/[ぁ-ん]/);
  };

  test.each<
    [what: string, most: number, everyMs: number, seconds: number, Asker, tokenOf?: typeof idTokenOf]
  >([
    ["a number gets five codes a day from one place", 5, halfAnHour, 21 * hour, () => person],
    ["a number gets ten in some hours from strangers in many places", 10, minute, 23_100, toNumber],
    ["a number gets ten from accounts that are no customers'", 10, minute, 23_100, toNumber, idTokenOf],
    ["a number gets fifteen from however many customers", 15, minute, 22_080, toNumber, customerTokenOf],
    ["a network gets ten in an hour, for all numbers together", 10, 0, 3_960, fromNetwork],
    ["a network gets fifteen in an hour for customers", 15, 0, 3_840, fromNetwork, customerTokenOf],
  ])("%s, and more when the refusal says", async (_, most, everyMs, seconds, asker, tokenOf) => {
    const sendNext = async () => {
      advance(everyMs);
      const who = asker();
      return send(portal, who, await tokenOf?.(portal, who));
    };
    for (let sent = 0; sent < most; sent += 1) expect((await sendNext()).status).toBe(200);
    expectRefused(await sendNext(), seconds);
    expect((await send(portal, newPerson())).status).toBe(200);
    // Addresses are kept as hashes.
    expect(JSON.stringify(await portal.everything())).not.toContain(person.address);
    advance(seconds * 1000 - everyMs);
    expect((await sendNext()).status).toBe(200);
  });

  test("addresses of one IPv6 /64 count as one, and those of a /48 as four", async () => {
    portal.settings.SMS_ADDRESS_HOURLY_CAP = "1";
    const from = (network: number, host: string) =>
      send(portal, { ...newPerson(), address: `2001:db8:7:${network}::${host}` });
    expect((await from(1, "1")).status).toBe(200);
    expect(outcome(await from(1, "aaaa:bbbb:cccc"))).toEqual(tooMany);
    for (const network of [2, 3, 4]) expect((await from(network, "1")).status).toBe(200);
    expect(outcome(await from(5, "1"))).toEqual(tooMany);
    expect((await send(portal, { ...person, address: "2001:db8:8::1" })).status).toBe(200);
  });

  test("strangers leave a fifth of the portal's daily cap to customers who are signed in", async () => {
    portal.settings.SMS_DAILY_CAP = "5";
    const customer = newPerson();
    const token = await customerTokenOf(portal, customer);
    for (const _ of [1, 2, 3, 4]) await send(portal, newPerson());
    expectRefused(await send(portal, person), day);
    expect(outcome(await send(portal, person, "no token"))).toEqual(tooMany);
    // An account that has not signed up as a customer is anybody's.
    expect(outcome(await send(portal, person, await idTokenOf(portal, newPerson())))).toEqual(tooMany);
    expect((await send(portal, customer, token)).status).toBe(200);
    advance(minute);
    expect(outcome(await send(portal, customer, token))).toEqual(tooMany);
    advance(day * 1000);
    expect((await send(portal, person)).status).toBe(200);
  });

  test("a customer gets five codes a day, whatever strangers had sent to the number", async () => {
    const customer = newPerson();
    for (let count = 0; count < 10; count += 1) {
      advance(minute);
      await send(portal, { ...newPerson(), phoneNumber: customer.phoneNumber });
    }
    const token = await customerTokenOf(portal, customer);
    for (const _ of [1, 2, 3, 4, 5]) {
      advance(minute);
      expect((await send(portal, customer, token)).status).toBe(200);
    }
    advance(minute);
    expect(outcome(await send(portal, customer, token))).toEqual(tooMany);
  });

  const close = (_: unknown, customer: Person) =>
    saveProfile(portal, customer, { closedAt: new Date().toISOString() });
  test.each([
    ["deleted", deleteAccount],
    ["disabled", disableAccount],
    ["replaced", replaceAccount],
    ["closed", close],
  ])("whoever comes with the token of a %s account is a stranger", async (_, change) => {
    const customer = newPerson();
    const token = await customerTokenOf(portal, customer);
    await change(portal, customer);
    expect((await send(portal, customer, token)).status).toBe(200);
    expect(JSON.stringify(await portal.everything())).not.toContain(`RATE#SMS#CUSTOMER#${customer.sub}`);
  });

  test("a refused send uses up none of the other limits", async () => {
    portal.settings.SMS_DAILY_CAP = "0";
    for (const _ of Array(12)) expect(outcome(await send(portal, person))).toEqual(tooMany);
    portal.settings.SMS_DAILY_CAP = "1000";
    expect((await send(portal, person)).status).toBe(200);
  });
});

test("a customer gets a code while sign-ups are stopped, and none while SMS is", async () => {
  const customer = newPerson();
  const token = await customerTokenOf(portal, customer);
  const switchOff = (name: SwitchName) => transactWrite([{ put: stoppedKey(name) }]);
  portal.become("operator");
  await switchOff("sign-up");
  expect(outcome(await send(portal, person))).toEqual([503, "unavailable"]);
  expect((await send(portal, customer, token)).status).toBe(200);
  portal.become("operator");
  await switchOff("sms");
  advance(minute);
  expect(outcome(await send(portal, customer, token))).toEqual([503, "unavailable"]);
  expect(messages()).toHaveLength(0);
  portal.become("operator");
  for (const name of switchNames) await deleteItem(stoppedKey(name));
});
