import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createHolds } from "#scripts/local/emulators/holds.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { outcome, tooMany } from "../support/replies.ts";
import { check, codeOf, send, vonageCalls, wrong } from "../support/verified-phone.ts";

/** An action while Vonage is between two steps. */
const meanwhile = vi.hoisted(() => ({ nextStep: async () => {} }));
vi.mock("#functions/phone/vonage-verify.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#functions/phone/vonage-verify.ts")>();
  const sendNextStep: typeof original.sendNextStep = async (id) => {
    const outcome = await original.sendNextStep(id);
    await meanwhile.nextStep();
    return outcome;
  };
  return { ...original, sendNextStep };
});

/** An action before the next attempt is counted. */
const before = vi.hoisted(() => ({ attempt: async () => {} }));
vi.mock("#functions/phone/phone-table.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#functions/phone/phone-table.ts")>();
  const countAttempt = async (...call: Parameters<typeof original.countAttempt>) => {
    const { attempt } = before;
    before.attempt = async () => {};
    await attempt();
    return original.countAttempt(...call);
  };
  return { ...original, countAttempt };
});

const minute = 60_000;

const portal = await startPortal();
let person: Person;

beforeEach(() => {
  meanwhile.nextStep = async () => {};
  before.attempt = async () => {};
  portal.requests.clear();
  person = newPerson();
});

const fault = (status: number, operation: string, after = false) =>
  portal.faults.add({ service: "vonage", status, operation, times: 1, after });
/** Calls to Vonage can be held until the end of the test. */
function holdsAtVonage() {
  const [{ handle, operation }, end] = [portal.vonage, new AbortController()];
  const { hold, pass } = createHolds(end.signal);
  portal.vonage.handle = async (request) => {
    await pass(operation(request));
    return handle(request);
  };
  onTestFinished(() => {
    end.abort();
    portal.vonage.handle = handle;
  });
  return hold;
}
/** The id of a new code, and the code. */
async function sent() {
  const { json } = await send(portal, person);
  return { id: json.request_id, code: codeOf(portal, person) };
}
const messages = () => portal.inbox.list(person.phoneNumber);

const expired = [400, "verification_expired"];
const exceeded = [400, "code_attempts_exceeded"];
const failed = [400, "verification_failed"];
const right = [200, undefined];
const lost = [502, "provider_failed"];

describe("checking", () => {
  const ask = "POST /v2/verify/{id}";
  /** By how much the codes are wrong: 0 is the right one. Vonage's answer to one that is `lost` does not arrive. */
  test.each<[what: string, typed: number[], answers: unknown[][], asked: number]>([
    ["a right code is right again, and no other one is", [0, 0, 1], [right, right, failed], 1],
    ["three wrong codes end it for the right one", [1, 1, 1, 0], [failed, failed, exceeded, exceeded], 3],
    ["a right code whose answer was lost is right", [1, 0, 0, 1], [failed, lost, right, failed], 3],
    ["a wrong code whose answer was lost is wrong", [1, 1, 0], [lost, failed, right], 3],
    ["a lost third wrong code ends it", [1, 2, 3, 3, 0], [failed, failed, lost, expired, expired], 4],
  ])("%s", async (_, typed, answers, asked) => {
    const { id, code } = await sent();
    const replies: unknown[] = [];
    for (const [place, more] of typed.entries()) {
      if (answers[place] === lost) fault(0, ask, true);
      replies.push(outcome(await check(portal, id, wrong(code, more))));
    }
    expect(replies).toEqual(answers);
    expect(vonageCalls(portal)).toEqual(["POST /v2/verify", ...Array(asked).fill(ask)]);
  });

  test("another SMS does not start the day's tries of a number anew", async () => {
    for (const _ of [1, 2]) {
      const { id, code } = await sent();
      for (const more of [1, 2, 3]) await check(portal, id, wrong(code, more));
      advance(minute);
    }
    const { id, code } = await sent();
    expect(outcome(await check(portal, id, code))).toEqual(tooMany);
  });

  test("presses with the code of a request that has ended cost none of the day's tries", async () => {
    const ended = await sent();
    for (const _ of [1, 2, 3]) await check(portal, ended.id, wrong(ended.code));
    const press = async () => outcome(await check(portal, ended.id, ended.code));
    for (const _ of [1, 2, 3]) expect(await press()).toEqual(exceeded);
    advance(minute);
    const { id, code } = await sent();
    for (const _ of [1, 2, 3]) expect(await press()).toEqual(expired);
    expect((await check(portal, id, code)).status).toBe(200);
  });

  test("the same right code is right for the slower one, too", async () => {
    const { id, code } = await sent();
    before.attempt = async () => expect((await check(portal, id, code)).text).toBe("{}");
    expect((await check(portal, id, code)).text).toBe("{}");
  });

  const moments = ["before the wrong one is counted", "while Vonage has the wrong one"];
  test.each(moments)("a wrong code stays wrong beside the right one: %s", async (moment) => {
    const { id, code } = await sent();
    const verify = async () => expect((await check(portal, id, code)).status).toBe(200);
    if (moment.startsWith("before")) {
      before.attempt = verify;
      expect(outcome(await check(portal, id, wrong(code)))).toEqual(failed);
      return;
    }
    const held = holdsAtVonage()({ operation: "POST /v2/verify/{id}", times: 1 });
    const checking = check(portal, id, wrong(code));
    await held.arrived();
    await verify();
    held.release();
    expect(outcome(await checking)).toEqual(failed);
  });

  test("a request that Vonage no longer knows is over; the next SMS begins another", async () => {
    const { id, code } = await sent();
    fault(404, "POST /v2/verify/{id}");
    expect(outcome(await check(portal, id, code))).toEqual(expired);
    advance(minute);
    await send(portal, person);
    expect(vonageCalls(portal).at(-1)).toBe("POST /v2/verify");
  });

  test("another SMS that is under way while codes are tried gives no new tries", async () => {
    const { id, code } = await sent();
    advance(minute);
    meanwhile.nextStep = async () => {
      for (const more of [1, 2]) await check(portal, id, wrong(code, more));
    };
    expect((await send(portal, person)).status).toBe(200);
    expect(outcome(await check(portal, id, wrong(code)))).toEqual(exceeded);
  });

  test("a request that was replaced because no step was left gives no new tries", async () => {
    const first = await sent();
    for (const _ of [1, 2]) await check(portal, first.id, wrong(first.code));
    advance(minute);
    await send(portal, person);
    advance(minute);
    const { id, code } = await sent();
    expect(outcome(await check(portal, id, wrong(code)))).toEqual(exceeded);
    expect(outcome(await check(portal, id, code))).toEqual(exceeded);
    advance(minute);
    const fresh = await sent();
    expect((await check(portal, fresh.id, fresh.code)).status).toBe(200);
  });

  test.each([
    ["wrong", 1, failed],
    ["right", 0, right],
  ])("a %s code is that while the request is replaced, also twice at once", async (_, more, expected) => {
    await send(portal, person);
    advance(minute);
    const { json } = await send(portal, person);
    const code = wrong(codeOf(portal, person), more);
    advance(minute);
    // No step is left: the request is cancelled, and the next one does not start yet.
    const hold = holdsAtVonage();
    const starts = hold({ operation: "POST /v2/verify", skip: 1 });
    const checks = hold({ operation: "POST /v2/verify/{id}" });
    const sending = send(portal, person);
    await starts.arrived();
    const checking = Promise.all([1, 2].map(() => check(portal, json.request_id, code)));
    await checks.arrived(2);
    checks.release();
    const replies = await checking;
    starts.release();
    await sending;
    expect(replies.map(outcome)).toEqual([expected, expected]);
  });

  test("guesses at once are three at most", async () => {
    const { id, code } = await sent();
    const guesses = Array.from({ length: 20 }, (_, index) => wrong(code, 1 + index));
    await Promise.all(guesses.map((guess) => check(portal, id, guess)));
    const asked = vonageCalls(portal).filter((call) => call === "POST /v2/verify/{id}");
    expect(asked.length).toBeLessThanOrEqual(3);
    expect((await check(portal, id, code)).status).not.toBe(200);
  });

  test.each([
    ["right just before 15 minutes, also with the SMS that Vonage sent again", -1000, right],
    ["expired after 15 minutes", 0, expired],
  ])("a code is %s", async (_, more, answer) => {
    const { id } = await sent();
    advance(15 * minute + more);
    expect(outcome(await check(portal, id, codeOf(portal, person)))).toEqual(answer);
  });

  test("an unknown id fails without a call", async () => {
    expect(outcome(await check(portal, randomUUID(), "123456"))).toEqual(failed);
    expect(vonageCalls(portal)).toEqual([]);
  });

  const noCodes = ["12345", "1234567", "abcdef", "12 456", "١٢٣٤٥٦"];
  test.each(noCodes)("%s is wrong without a call", async (code) => {
    const { id } = await sent();
    expect(outcome(await check(portal, id, code))).toEqual(failed);
    expect(vonageCalls(portal)).toEqual(["POST /v2/verify"]);
  });
});

describe("when Vonage fails", () => {
  test.each([
    [402, false],
    [429, false],
    [500, false],
    [0, true],
  ])("%i on sending is 502 with the time to try again (SMS sent: %s)", async (status, isSent) => {
    fault(status, "POST /v2/verify", isSent);
    const reply = await send(portal, person);
    expect(outcome(reply)).toEqual(lost);
    expect(reply.json.error.message).toContain("60秒");
    const tooSoon = await send(portal, person);
    expect(outcome(tooSoon)).toEqual(tooMany);
    expect(tooSoon.json.error.message).not.toContain("送信済み");
    const sentBefore = isSent ? 1 : 0;
    expect(messages()).toHaveLength(sentBefore);
    advance(minute);
    // A request that Vonage has begun is taken over.
    const { id, code } = await sent();
    expect(messages()).toHaveLength(sentBefore + 1);
    expect((await check(portal, id, code)).status).toBe(200);
  });

  test.each([
    [1, 200, 1],
    [2, 502, 0],
  ])("a dead connection is replaced once: %i of them, %i", async (times, status, sent) => {
    portal.faults.add({ service: "vonage", status: 0, operation: "POST /v2/verify", times });
    expect((await send(portal, person)).status).toBe(status);
    expect(messages()).toHaveLength(sent);
  });

  test("a request of another client for that number is not taken over", async () => {
    const to = `81${person.phoneNumber.replaceAll("-", "").slice(1)}`;
    await send(portal, person);
    // As if it were not ours: we forget that we ever asked.
    await portal.remove(`PHONE#+${to}`, "LIVE");
    advance(minute);
    expect(outcome(await send(portal, person))).toEqual(lost);
    expect(messages()).toHaveLength(1);
  });

  test.each([
    [500, "500"],
    [0, "no answer, UND_ERR_SOCKET"],
  ])("%i on checking costs no try, and the log says %s", async (status, logged) => {
    const { id, code } = await sent();
    for (const _ of [1, 2, 3]) {
      fault(status, "POST /v2/verify/{id}");
      expect(outcome(await check(portal, id, code))).toEqual(lost);
    }
    expect((await check(portal, id, code)).status).toBe(200);
    expect(portal.logged.join("")).toContain(`vonage check: ${logged}`);
  });

  test("a lost answer to a resend is made good by a new request, without new tries", async () => {
    const { id, code } = await sent();
    for (const more of [1, 2]) await check(portal, id, wrong(code, more));
    advance(minute);
    fault(0, "POST /v2/verify/{id}/next_workflow", true);
    const { status, json } = await send(portal, person);
    expect(status).toBe(200);
    const newest = codeOf(portal, person);
    expect(outcome(await check(portal, json.request_id, wrong(newest)))).toEqual(exceeded);
  });
});
