import { beforeEach, describe, expect, test, vi } from "vitest";
import { type SwitchName, stoppedKey } from "#functions/platform/switches.ts";
import { deleteItem, transactWrite } from "#functions/platform/table.ts";
import { hourMs } from "#shared/durations.ts";
import { verify } from "#shared/endpoints.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { outcome, refusal, tooMany } from "../support/replies.ts";
import { pauses } from "../support/short-pauses.ts";
import {
  beginSmsDay,
  callUp,
  check,
  codeOf,
  customerTokenOf,
  plainPasswords,
  send,
  vonageCalls,
  wrong,
} from "../support/verified-phone.ts";

vi.mock("#functions/runtime/deadline.ts", async (load) => {
  const { withShortPauses } = await import("../support/short-pauses.ts");
  return withShortPauses(await load());
});

const second = 1000;
const minute = 60 * second;

const portal = await startPortal({ userPool: plainPasswords });
let person: Person;

beforeEach(() => {
  beginSmsDay(portal);
  person = newPerson();
});

/** The id of a code that was sent, and long enough ago for a call. */
async function sentLongAgo(): Promise<string> {
  const { json } = await send(portal, person);
  advance(30 * second);
  return json.request_id;
}
const international = ({ phoneNumber }: Person): string => toInternationalNumber(phoneNumber);
const call = (requestId: string, who = person) => callUp(portal, requestId, who);
const messages = () => portal.inbox.list(person.phoneNumber);
const channels = () => messages().map(({ channel }) => channel);
const fault = (status: number, operation: string, after = false) =>
  portal.faults.add({ service: "vonage", status, operation, times: 1, after });
const failed = [502, "provider_failed"];

/** Of the verification under that id: what a code is answered with. */
const answerTo = async (requestId: string, code = codeOf(portal, person)) =>
  outcome(await check(portal, requestId, code));
const right = [200, undefined];
const wrongOnce = [400, "verification_failed"];
const exceeded = [400, "code_attempts_exceeded"];

describe("a call", () => {
  test("has the code of the SMS, which is stored nowhere, in Japanese, under the same id", async () => {
    const requestId = await sentLongAgo();
    const code = codeOf(portal, person);
    const { status, json } = await call(requestId);
    expect([status, json]).toEqual([200, { request_id: requestId }]);
    expect(verify.response.parse(json)).toEqual(json);
    expect(channels()).toEqual(["voice", "sms"]);
    expect(messages()[0]).toMatchObject({ code, text: expect.stringContaining([...code].join("、")) });
    expect(JSON.parse(portal.requests.list("vonage")[0]?.body ?? "")).toMatchObject({
      locale: "ja-jp",
      workflow: [{ channel: "voice" }, { channel: "sms" }],
    });
    expect(JSON.stringify(await portal.everything())).not.toContain(`"${code}"`);
    expect(await answerTo(requestId)).toEqual(right);
  });

  test("is never made unasked: after an SMS Vonage sends another SMS, and that is all", async () => {
    await send(portal, person);
    advance(60 * minute);
    await send(portal, person);
    expect(channels()).toEqual(["sms", "sms", "sms"]);
  });

  test.each([
    ["gives the code another fifteen minutes, with an SMS in between", 15 * minute - second, 200],
    ["ends after those fifteen minutes", 15 * minute, 400],
  ])("%s", async (_, later, status) => {
    const requestId = await sentLongAgo();
    await call(requestId);
    advance(later);
    expect((await answerTo(requestId))[0]).toBe(status);
    if (status === 200) expect(channels()).toEqual(["sms", "voice", "sms"]);
  });

  test("is followed by an SMS with the same code when one is asked for", async () => {
    const requestId = await sentLongAgo();
    const code = codeOf(portal, person);
    await call(requestId);
    advance(minute);
    const { json } = await send(portal, person);
    expect(channels()).toEqual(["sms", "voice", "sms"]);
    expect(codeOf(portal, person)).toBe(code);
    expect(await answerTo(json.request_id)).toEqual(right);
  });

  test("gives no new tries", async () => {
    const requestId = await sentLongAgo();
    const code = codeOf(portal, person);
    for (const _ of [1, 2]) await check(portal, requestId, wrong(code));
    expect((await call(requestId)).status).toBe(200);
    expect(await answerTo(requestId, wrong(code))).toEqual(exceeded);
    advance(minute);
    expect(outcome(await call(requestId))).toEqual(exceeded);
  });
});

describe("no call", () => {
  test("in the first 30 seconds after an SMS: 429 with the seconds", async () => {
    const { json } = await send(portal, person);
    advance(20 * second);
    const reply = await call(json.request_id);
    expect(outcome(reply)).toEqual(tooMany);
    expect(reply.headers["retry-after"]).toBe("10");
    expect(reply.json.error.message).toContain("10秒後");
  });

  test("a second time within a minute: the same answer with the seconds left", async () => {
    const requestId = await sentLongAgo();
    await call(requestId);
    advance(20 * second);
    const again = await call(requestId);
    expect([again.status, again.json]).toEqual([200, { request_id: requestId, retry_after_seconds: 40 }]);
    expect(channels()).toEqual(["voice", "sms"]);
  });

  test("twice when it is asked for twice at once", async () => {
    const requestId = await sentLongAgo();
    const replies = await Promise.all(Array.from({ length: 5 }, () => call(requestId)));
    const called = replies.filter(({ json }) => json.request_id && !("retry_after_seconds" in json));
    expect(called).toHaveLength(1);
    // Too soon, whether the call is on its way or has just been made.
    for (const { status, json } of replies.filter((reply) => !called.includes(reply)))
      expect([[200, { request_id: requestId, retry_after_seconds: 60 }], tooMany]).toContainEqual(
        status === 200 ? [status, json] : [status, json.error?.code],
      );
    expect(channels()).toEqual(["voice", "sms"]);
  });

  test("for an unknown id, one that expired, one that was used: the same words", async () => {
    const requestId = await sentLongAgo();
    const unknown = await call("A".repeat(requestId.length));
    await check(portal, requestId, codeOf(portal, person));
    const used = await call(requestId);
    person = newPerson();
    const late = await sentLongAgo();
    advance(15 * minute);
    for (const reply of [unknown, used, await call(late)]) {
      expect(outcome(reply)).toEqual([400, "verification_expired"]);
      expect(reply.json.error.message).toBe(unknown.json.error.message);
    }
    expect(channels()).toEqual(["sms"]);
  });

  test.each<SwitchName>(["sms", "sign-up"])("while %s is stopped", async (name) => {
    const requestId = await sentLongAgo();
    portal.become("operator");
    await transactWrite([{ put: stoppedKey(name) }]);
    expect(outcome(await call(requestId))).toEqual([503, "unavailable"]);
    portal.become("operator");
    await deleteItem(stoppedKey(name));
    expect(channels()).toEqual(["sms"]);
  });
});

describe("a call counts as an SMS", () => {
  test("for the number from one place: five codes a day, whichever way", async () => {
    const requestId = await sentLongAgo();
    for (const _ of [1, 2, 3, 4]) {
      expect((await call(requestId)).json).toEqual({ request_id: requestId });
      advance(minute);
    }
    expect(channels()).toEqual(["voice", "voice", "voice", "voice", "sms"]);
    expect(new Set(messages().map(({ code }) => code)).size).toBe(1);
    expect(outcome(await call(requestId))).toEqual(tooMany);
    expect(outcome(await send(portal, person))).toEqual(tooMany);
  });

  test.each([
    ["the network", "SMS_ADDRESS_HOURLY_CAP", "1"],
    ["the portal's day", "SMS_DAILY_CAP", "2"],
  ])("for %s", async (_, setting, most) => {
    portal.settings[setting] = most;
    expect(outcome(await call(await sentLongAgo()))).toEqual(tooMany);
    expect(channels()).toEqual(["sms"]);
  });

  test("for a customer", async () => {
    const token = await customerTokenOf(portal, person);
    const { json } = await send(portal, person, token);
    for (const _ of [1, 2, 3, 4]) {
      advance(minute);
      expect((await callUp(portal, json.request_id, person, token)).status).toBe(200);
    }
    advance(minute);
    expect(outcome(await callUp(portal, json.request_id, person, token))).toEqual(tooMany);
    expect(JSON.stringify(await portal.everything())).toContain(`RATE#SMS#CUSTOMER#${person.sub}`);
  });
});

describe("a number that Vonage has not freed yet after the cancellation", () => {
  const counters = async () =>
    (await portal.everything())
      .filter(({ pk }) => String(pk).startsWith("RATE#SMS#") && !String(pk).includes("TRIED_CODE"))
      .map(({ pk, sk, count }) => [pk, sk, count]);

  test("is called within the same request", async () => {
    const requestId = await sentLongAgo();
    portal.vonage.refuseAfterCancel(3);
    pauses.length = 0;
    expect((await call(requestId)).status).toBe(200);
    expect(pauses).toEqual([500, 1000, 1500]);
    expect(channels()).toEqual(["voice", "sms"]);
    expect(await answerTo(requestId)).toEqual(right);
  });

  test("is called later if that takes long: nothing is counted, and the answer says when", async () => {
    const requestId = await sentLongAgo();
    const [phone, counted] = [await portal.item(`PHONE#${international(person)}`, "LIVE"), await counters()];
    portal.vonage.refuseAfterCancel(4);
    const refused = await call(requestId);
    expect(refusal(refused)).toEqual([429, expect.stringContaining("15秒後にもう一度")]);
    expect(refused.headers["retry-after"]).toBe("15");
    expect(channels()).toEqual(["sms"]);
    expect(await counters()).toEqual(counted);
    expect(await portal.item(`PHONE#${international(person)}`, "LIVE")).toMatchObject({
      lastSentAt: phone?.lastSentAt,
      codeSeed: phone?.codeSeed,
    });
    advance(15 * second);
    expect((await call(requestId)).status).toBe(200);
    expect(channels()).toEqual(["voice", "sms"]);
    expect(await answerTo(requestId)).toEqual(right);
  });

  test("is not counted either when the hour ends before the answer", async () => {
    advance(hourMs - (Date.now() % hourMs) - 31 * second);
    const requestId = await sentLongAgo();
    const counted = await counters();
    portal.vonage.refuseAfterCancel(4);
    vi.spyOn(pauses, "push").mockImplementationOnce(() => {
      advance(second);
      return 1;
    });
    expect((await call(requestId)).status).toBe(429);
    expect(await counters()).toEqual(counted);
  });

  test("leaves the code of the SMS right until it is called", async () => {
    const requestId = await sentLongAgo();
    portal.vonage.refuseAfterCancel(4);
    expect((await call(requestId)).status).toBe(429);
    expect(await answerTo(requestId)).toEqual(right);
  });
});

describe("when Vonage fails", () => {
  test.each([402, 429, 500, 0])("%i on calling is 502; the code stays right", async (status) => {
    const requestId = await sentLongAgo();
    const code = codeOf(portal, person);
    // A dead connection is replaced once.
    for (const _ of status === 0 ? [1, 2] : [1]) fault(status, "POST /v2/verify");
    const reply = await call(requestId);
    expect(outcome(reply)).toEqual(failed);
    expect(reply.json.error.message).toContain("60秒");
    expect(outcome(await call(requestId))).toEqual(tooMany);
    expect(await answerTo(requestId, wrong(code))).toEqual(wrongOnce);
    advance(minute);
    expect((await call(requestId)).status).toBe(200);
    expect(messages()[0]).toMatchObject({ channel: "voice", code });
    expect(await answerTo(requestId)).toEqual(right);
  });

  test("a request that cannot be cancelled is 502, and its SMS's code stays right", async () => {
    const requestId = await sentLongAgo();
    portal.faults.add({ service: "vonage", status: 500, operation: "DELETE /v2/verify/{id}", times: 2 });
    expect(outcome(await call(requestId))).toEqual(failed);
    expect(channels()).toEqual(["sms"]);
    expect(await answerTo(requestId)).toEqual(right);
  });

  describe("a call whose answer was lost", () => {
    let requestId: string;
    beforeEach(async () => {
      requestId = await sentLongAgo();
      portal.vonage.refuseAfterCancel(0);
      fault(0, "POST /v2/verify", true);
      expect(outcome(await call(requestId))).toEqual(failed);
      expect(channels()).toEqual(["voice", "sms"]);
    });

    test.each([
      ["has the right code", [1, 0], [wrongOnce, right]],
      ["ends with three wrong codes", [1, 2, 1, 0], [wrongOnce, wrongOnce, exceeded, exceeded]],
    ])("%s", async (_, guesses, answers) => {
      const code = codeOf(portal, person);
      const replies = [];
      for (const more of guesses) replies.push(await answerTo(requestId, wrong(code, more)));
      expect(replies).toEqual(answers);
    });

    test("is replaced by another call", async () => {
      advance(minute);
      expect((await call(requestId)).status).toBe(200);
      expect(channels()).toEqual(["voice", "voice", "sms"]);
      const replacing = ["DELETE /v2/verify/{id}", "POST /v2/verify"];
      expect(vonageCalls(portal).slice(-4)).toEqual([...replacing, ...replacing]);
      expect(await answerTo(requestId)).toEqual(right);
    });
  });
});
