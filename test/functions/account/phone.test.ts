import { expect, test } from "vitest";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { send, verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const subject = "携帯電話番号変更のお知らせ";
const consumed = (requestId: string) =>
  world.portal.item(`VERIFICATION#${requestId}`, "VERIFICATION").then((item) => item?.status);
/** A number that somebody has just proven, and the request. */
async function provenNumber(): Promise<{ chargePhoneNumber: string; requestId: string }> {
  const someone = newPerson();
  return { chargePhoneNumber: someone.phoneNumber, requestId: await verifyPhone(world.portal, someone) };
}

test("a verified number replaces the old one, and the registered address gets a mail", async () => {
  const owner = await world.createCustomer();
  const request = await provenNumber();
  expect((await world.update(owner, request)).status).toBe(200);
  expect(await world.userRecordOf(owner)).toMatchObject({
    ChargePhoneNumber: request.chargePhoneNumber,
    Version: 2,
  });
  expect(await consumed(request.requestId)).toBe("consumed");
  expect(await world.auditOf(owner)).toEqual([["chargePhoneNumber"]]);
  const [mail] = world.portal.inbox.list(owner.email);
  expect(mail?.subject).toContain(subject);
  expect(mail?.text).toContain(`***-****-${request.chargePhoneNumber.slice(-4)}`);
  expect(mail?.text).not.toContain(request.chargePhoneNumber);

  // The answer was lost: the same again, long after the verification is gone.
  advance(48 * 60 * 60_000);
  const again = await world.expectNothingWritten(() => world.update(owner, request));
  expect(again.status).toBe(200);
  expect(world.subjectsTo(owner.email)).toEqual([subject]);
});

test("the number that is registered needs no proof", async () => {
  const owner = await world.createCustomer();
  const fields = { chargePhoneNumber: owner.phoneNumber };
  const { status } = await world.expectNothingWritten(() => world.update(owner, fields));
  expect(status).toBe(200);
});

test("one verification serves one of two customers", async () => {
  const owners = await Promise.all([world.createCustomer(), world.createCustomer()]);
  const request = await provenNumber();
  const answers = await Promise.all(owners.map((owner) => world.update(owner, request)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

const unproven: Record<string, (number: Person) => Promise<string | undefined>> = {
  "without a request": async () => undefined,
  "that was sent a code": async (person) => (await send(world.portal, person)).json.request_id,
  "whose request is unknown": async () => "no-such-request",
  "with the request of another number": async () => (await provenNumber()).requestId,
  "proven more than a day ago": async (person) => {
    const requestId = await verifyPhone(world.portal, person);
    advance(24 * 60 * 60_000 + 1000);
    return requestId;
  },
};
test.each(Object.entries(unproven))("a number %s is refused, with any other fields", async (_, requestOf) => {
  const owner = await world.createCustomer();
  const someone = newPerson();
  const requestId = await requestOf(someone);
  const fields = { chargePhoneNumber: someone.phoneNumber, city: "港区", ...(requestId && { requestId }) };
  const { message } = await world.expectRefused(() => world.update(owner, fields), "phone_not_verified");
  expect(message).toBe("携帯電話番号の確認が済んでいません。もう一度SMS認証を行ってください。");
});

test("the version of a form does not hold up a phone", async () => {
  const owner = await world.createCustomer();
  await world.update(owner, { city: "港区" });
  expect((await world.update(owner, { ...(await provenNumber()), version: 1 })).status).toBe(200);
  expect(await world.userRecordOf(owner)).toMatchObject({ City: "港区", Version: 3 });
});
