/** Repeats test/functions/account/sign-up-crash.test.ts with functions that are really killed. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { getApi } from "../support/customer.ts";
import { local } from "../support/local.ts";
import {
  createNewcomer,
  expectOneRegistration,
  mailedKeys,
  type Newcomer,
  reconcile,
  signUp,
} from "../support/registration.ts";

beforeEach(() => local.clearFaults());

/** The two calls after which something has happened. A mail whose sending was not stored goes out again. */
const sideEffects = [
  ["dynamodb", "TransactWriteItems", 1],
  ["ses", "SendEmail", 2],
] as const;
type Service = (typeof sideEffects)[number][0];

async function expectSameEnd(newcomer: Newcomer, mails: number): Promise<void> {
  const again = await signUp(newcomer);
  expect(again.status).toBe(200);
  await reconcile(newcomer);
  const key = await expectOneRegistration(newcomer);
  expect(await mailedKeys(newcomer)).toEqual(Array(mails).fill(key));
  const { customerId } = (await again.json()).result;
  const user = await getApi(`/api/user?name=${newcomer.person.loginId}`, newcomer.idToken);
  expect((await user.json()).results).toMatchObject([{ CustomerId: customerId, Plan: "trial" }]);
}

test("ten identical sign-ups at once make one customer with one key, one mail and one audit row", async () => {
  const newcomer = await createNewcomer();
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp(newcomer)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const ids = await Promise.all(replies.map(async (reply) => (await reply.json()).result.customerId));
  expect(new Set(ids).size).toBe(1);
  await expectSameEnd(newcomer, 1);
});

describe.each(sideEffects)("when %s %s", (service, operation, mails) => {
  test("did its work but every answer was lost", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service, operation, status: 0, after: true, times: 3 });
    await signUp(newcomer);
    await local.clearFaults();
    await expectSameEnd(newcomer, mails);
  });

  test("did its work and the function was killed in that moment, and the next one as well", async () => {
    const newcomer = await createNewcomer();
    await killDuring(newcomer, service, operation);
    await killDuring(newcomer, "dynamodb", "GetItem");
    await expectSameEnd(newcomer, mails);
  });
});

/** Ends the sandbox while it waits for that call's answer; the service does the work nevertheless. */
async function killDuring(newcomer: Newcomer, service: Service, operation: string): Promise<void> {
  await local.clearRequests();
  await local.fault({ service, operation, status: 0, after: true, delayMs: 300 });
  const reply = signUp(newcomer);
  await vi.waitFor(async () => expect(await local.faults()).toEqual([]), { timeout: 5000, interval: 20 });
  await local.kill("post-user");
  expect((await reply).status).toBe(500);
  const done = async () => (await local.requests(service)).map((request) => request.operation);
  await vi.waitFor(async () => expect(await done()).toContain(operation), { timeout: 5000 });
}

test("a reconciler that is killed leaves the mail to the next one", async () => {
  const newcomer = await createNewcomer();
  await local.fault({ service: "ses", status: 500 });
  await signUp(newcomer);
  await local.fault({ service: "kms", operation: "Decrypt", status: 0, delayMs: 300 });
  const killed = reconcile(newcomer).catch(() => "killed");
  await vi.waitFor(async () => expect(await local.faults()).toEqual([]), { timeout: 5000, interval: 20 });
  await local.kill("reconcile");
  expect(await killed).toBe("killed");
  await reconcile(newcomer);
  expect(await mailedKeys(newcomer)).toEqual([await expectOneRegistration(newcomer)]);
});
