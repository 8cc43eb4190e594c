/** A mistyped address at sign-up: the account is withdrawn by the phone verification that it was created with, and by nothing else. */
import { expect, test } from "vitest";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { refusal } from "../support/replies.ts";
import { send, verifyPhone } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;
const { signUp, confirmSignUp: confirm, signUpSomebody: newAccount, statusInPool: statusOf } = world;

interface Claim extends Pick<Person, "loginId" | "email"> {
  requestId: string;
}

/** From somewhere else each time, unless `address` says. */
const withdraw = ({ loginId, email, requestId }: Claim, { address } = newPerson()) =>
  portal.call("withdraw-sign-up", { body: { operation: "withdraw", loginId, email, requestId }, address });

async function newUnconfirmed(): Promise<Claim> {
  const requestId = await verifyPhone(portal, newPerson());
  return { ...(await newAccount(requestId)), requestId };
}

test("the login ID is free for the same person with another address", async () => {
  const mistyped = await newUnconfirmed();
  const answer = await withdraw(mistyped);
  expect([answer.status, answer.text]).toEqual([200, "{}"]);
  expect(await statusOf(mistyped)).toBe("gone");

  const corrected = { ...mistyped, email: newPerson().email };
  await signUp(corrected, corrected.requestId);
  // A repetition that comes late names the other address.
  expect((await withdraw(mistyped)).status).toBe(200);
  expect(await statusOf(corrected)).toBe("UNCONFIRMED");
  await confirm(corrected);
  expect(await statusOf(corrected)).toBe("CONFIRMED");
  for (const personal of [mistyped.email, mistyped.loginId, mistyped.requestId])
    expect(portal.logged.join()).not.toContain(personal);
});

/** Changes the claim, or what it is about. */
const refused: Record<string, (claim: Claim) => unknown> = {
  "an id that nobody has": () => ({ requestId: "00000000-0000-4000-8000-000000000000" }),
  "somebody else's verified phone": async () => ({ requestId: await verifyPhone(portal, newPerson()) }),
  "a phone that is not verified": async () => ({
    requestId: (await send(portal, newPerson())).json.request_id,
  }),
  "another address": () => ({ email: newPerson().email }),
  "another login ID": async () => ({ loginId: (await newUnconfirmed()).loginId }),
  "a login ID that nobody has": () => ({ loginId: newPerson().loginId }),
  "an account that was confirmed": async (claim) => void (await confirm(claim)),
  "a verification that is over": () => advance(25 * 60 * 60_000),
};

test.each(Object.entries(refused))("%s: the same answer, and nothing is deleted", async (_, change) => {
  const claim = await newUnconfirmed();
  const changed: Claim = Object.assign({ ...claim }, await change(claim));
  const before = await Promise.all([statusOf(claim), statusOf(changed)]);
  const answer = await withdraw(changed);
  expect([answer.status, answer.text]).toEqual([200, "{}"]);
  expect(await Promise.all([statusOf(claim), statusOf(changed)])).toEqual(before);
});

test("an account without that proof cannot be withdrawn", async () => {
  const person = await newAccount();
  for (const requestId of ["undefined", await verifyPhone(portal, newPerson())])
    await withdraw({ ...person, requestId });
  expect(await statusOf(person)).toBe("UNCONFIRMED");
});

test("five corrections an hour for a phone, twenty from a place", async () => {
  const claim = await newUnconfirmed();
  for (let round = 0; round < 5; round += 1) expect((await withdraw(claim)).status).toBe(200);
  const refused = await withdraw(claim);
  expect(refusal(refused)).toEqual([429, expect.stringContaining("変更の回数が上限")]);
  expect(refused.headers).toHaveProperty("retry-after");
  const place = newPerson();
  const statuses: number[] = [];
  for (let round = 0; round < 21; round += 1)
    statuses.push((await withdraw({ ...claim, requestId: `id${round}` }, place)).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test("a withdrawal is not said to be done when the user pool does not answer", async () => {
  const claim = await newUnconfirmed();
  portal.faults.add({ service: "cognito", operation: "AdminDeleteUser", status: 500, times: 9 });
  expect((await withdraw(claim)).status).toBeGreaterThanOrEqual(500);
  portal.faults.clear();
  expect(await statusOf(claim)).toBe("UNCONFIRMED");
  await withdraw(claim);
  expect(await statusOf(claim)).toBe("gone");
});
