import { beforeEach, describe, expect, test } from "vitest";
import {
  company,
  createConfirmedAccount,
  createCustomer,
  newPerson,
  type Person,
  postJson,
  subOf,
  tokensOf,
  verifyPhone,
} from "../support/customer.ts";
import { local } from "../support/local.ts";
import { letSmsWaitPass, startNewSmsHour } from "../support/sms-limits.ts";
import { customerItems } from "../support/table.ts";

beforeEach(() => Promise.all([local.clearFaults(), startNewSmsHour()]));

const send = (phone_number: string) => postJson("/api/verify", { mode: "send", phone_number });
const check = (request_id: string, code: string) =>
  postJson("/api/verify", { mode: "check", request_id, code });
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const outcome = async (response: Response) => [response.status, (await response.json()).error?.code];

async function sendTo(phoneNumber: string): Promise<{ requestId: string; code: string }> {
  const { request_id } = await (await send(phoneNumber)).json();
  return { requestId: request_id, code: await local.code(phoneNumber) };
}

describe("sending", () => {
  test("once and again within 60 seconds is one SMS: another id for its code, and the seconds left", async () => {
    const { phoneNumber } = newPerson();
    const first = await (await send(phoneNumber)).json();
    const again = await (await send(phoneNumber)).json();
    expect(again.request_id).not.toBe(first.request_id);
    expect(again.retry_after_seconds).toBeGreaterThan(50);
    expect(again.retry_after_seconds).toBeLessThanOrEqual(60);
    expect(await local.messages(phoneNumber)).toHaveLength(1);
  });

  test("after the wait it goes out again, with the same code", async () => {
    const { phoneNumber } = newPerson();
    const { code } = await sendTo(phoneNumber);
    await letSmsWaitPass(phoneNumber);
    expect((await send(phoneNumber)).status).toBe(200);
    expect((await local.messages(phoneNumber)).map((message) => message.code)).toEqual([code, code]);
  });

  test("an eleventh time in an hour from one address is 429, whatever the number", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await send(newPerson().phoneNumber)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test("an address that the caller invents does not count", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const response = await fetch(local.url("/api/verify"), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "cloudfront-viewer-address": `203.0.113.${count}:443`,
          "x-forwarded-for": `203.0.113.${count}`,
        },
        body: JSON.stringify({ mode: "send", phone_number: newPerson().phoneNumber }),
      });
      statuses.push(response.status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test.each([
    ["a landline", "03-1234-5678"],
    ["an IP phone", "050-1234-5678"],
    ["a number abroad", "+1-202-555-0123"],
    ["a number abroad by its prefix", "010-1-2025550123"],
    ["a Japanese number in international notation", "+81-90-1234-5678"],
    ["a premium number", "0990-12-3456"],
    ["a free number", "0120-123-456"],
    ["no number", ""],
    ["two numbers", "090-1234-5678,090-1234-5679"],
  ])("to %s is 400, and no provider is called", async (_, phoneNumber) => {
    await local.clearRequests();
    expect(await outcome(await send(phoneNumber))).toEqual([400, "bad_request"]);
    expect(await local.requests("vonage")).toEqual([]);
  });

  test("when the provider fails it is 502, and the number stays reserved", async () => {
    const { phoneNumber } = newPerson();
    await local.fault({ service: "vonage", status: 500 });
    expect(await outcome(await send(phoneNumber))).toEqual([502, "provider_failed"]);
    expect((await send(phoneNumber)).status).toBe(429);
  });
});

describe("checking", () => {
  test("three wrong codes end it, for the right one as well", async () => {
    const { requestId, code } = await sendTo(newPerson().phoneNumber);
    const replies = [];
    for (const guess of [wrong(code), wrong(code), wrong(code), code]) {
      replies.push(await outcome(await check(requestId, guess)));
    }
    const ended = [400, "code_attempts_exceeded"];
    expect(replies).toEqual([[400, "verification_failed"], [400, "verification_failed"], ended, ended]);
  });

  test("an unknown id gets the same response as a wrong code", async () => {
    const { requestId, code } = await sendTo(newPerson().phoneNumber);
    const unknown = await check("A".repeat(requestId.length), code);
    const guessed = await check(requestId, wrong(code));
    expect([unknown.status, await unknown.text()]).toEqual([guessed.status, await guessed.text()]);
  });

  test("another number's code is wrong", async () => {
    const [mine, theirs] = [await sendTo(newPerson().phoneNumber), await sendTo(newPerson().phoneNumber)];
    if (mine.code === theirs.code) return;
    expect(await outcome(await check(mine.requestId, theirs.code))).toEqual([400, "verification_failed"]);
  });
});

describe("a verification", () => {
  const signUp = async (person: Person, requestId: string, chargePhoneNumber = person.phoneNumber) => {
    const { idToken } = await tokensOf(person);
    const { email } = person;
    const body = { operation: "signup", ...company, email, chargePhoneNumber, requestId };
    const response = await postJson("/api/user", body, idToken);
    return { status: response.status, code: (await response.json()).error?.code, sub: subOf(idToken) };
  };
  const refused = { status: 403, code: "phone_not_verified" };

  test("cannot be used up twice", async () => {
    const [first, second] = [await createConfirmedAccount(), await createConfirmedAccount()];
    const requestId = await verifyPhone(first.phoneNumber);
    expect(await signUp(first, requestId)).toMatchObject({ status: 200 });
    const again = await signUp(second, requestId, first.phoneNumber);
    expect(again).toMatchObject(refused);
    expect(await customerItems(again.sub)).toEqual([]);
  });

  test("of another number is refused", async () => {
    const person = await createConfirmedAccount();
    const requestId = await verifyPhone(newPerson().phoneNumber);
    expect(await signUp(person, requestId)).toMatchObject(refused);
  });

  test("that was sent and never checked is refused", async () => {
    const person = await createConfirmedAccount();
    const { requestId } = await sendTo(person.phoneNumber);
    expect(await signUp(person, requestId)).toMatchObject(refused);
  });

  test("that does not exist is refused", async () => {
    const person = await createConfirmedAccount();
    expect(await signUp(person, "no-such-request")).toMatchObject(refused);
  });

  test("that was used up cannot be checked again", async () => {
    const customer = await createCustomer();
    await letSmsWaitPass(customer.phoneNumber);
    const { requestId, code } = await sendTo(customer.phoneNumber);
    await check(requestId, code);
    const person = await createConfirmedAccount({ ...newPerson(), phoneNumber: customer.phoneNumber });
    expect(await signUp(person, requestId)).toMatchObject({ status: 200 });
    expect(await outcome(await check(requestId, code))).toEqual([400, "verification_expired"]);
  });
});
