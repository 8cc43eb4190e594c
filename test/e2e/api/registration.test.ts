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
import { customerItems, decrypt, endLeases } from "../support/table.ts";

beforeEach(() => local.clearFaults());

/** Every call that a sign-up makes, in its order. */
const sideEffects = [
  ["dynamodb", "GetItem"],
  ["kms", "Encrypt"],
  ["dynamodb", "TransactWriteItems"],
  ["ses", "SendEmail"],
  ["dynamodb", "DeleteItem"],
] as const;
type Service = (typeof sideEffects)[number][0];

/** A mail whose sending was not written down goes out again: SES cannot be asked whether it did. */
const mailsAfterLosing = (operation: string): number => (operation === "SendEmail" ? 2 : 1);

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

test("the calls of a sign-up are those that the tests below break off", async () => {
  const newcomer = await createNewcomer();
  await local.clearRequests();
  await signUp(newcomer);
  const services: Service[] = ["dynamodb", "kms", "ses"];
  const calls = (await Promise.all(services.map((service) => local.requests(service)))).flat();
  const inOrder = calls.sort((a, b) => a.at.localeCompare(b.at)).map(({ operation }) => operation);
  expect(inOrder).toEqual(sideEffects.map(([, operation]) => operation));
});

test("ten identical sign-ups at once make one customer with one key, one mail and one audit row", async () => {
  const newcomer = await createNewcomer();
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp(newcomer)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const ids = await Promise.all(replies.map(async (reply) => (await reply.json()).result.customerId));
  expect(new Set(ids).size).toBe(1);
  const key = await expectOneRegistration(newcomer);
  expect(await mailedKeys(newcomer)).toEqual([key]);
  await expectSameEnd(newcomer, 1);
});

test("the same sign-up again tomorrow changes nothing", async () => {
  const newcomer = await createNewcomer();
  await signUp(newcomer);
  const before = JSON.stringify(await customerItems(newcomer.sub));
  expect((await signUp(newcomer)).status).toBe(200);
  expect(JSON.stringify(await customerItems(newcomer.sub))).toBe(before);
  await expectSameEnd(newcomer, 1);
});

describe.each(sideEffects)("when %s %s", (service, operation) => {
  test("did its work but the answer was lost, once", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service, operation, status: 0, after: true });
    await signUp(newcomer);
    expect(await local.faults()).toEqual([]);
    await expectSameEnd(newcomer, mailsAfterLosing(operation));
  });

  test("did its work but every answer was lost", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service, operation, status: 0, after: true, times: 3 });
    await signUp(newcomer);
    await local.clearFaults();
    await expectSameEnd(newcomer, mailsAfterLosing(operation));
  });

  test("did its work and the function was killed in that moment", async () => {
    const newcomer = await createNewcomer();
    await killDuring(newcomer, service, operation);
    await expectSameEnd(newcomer, mailsAfterLosing(operation));
  });

  test("was killed there, and the second try as well", async () => {
    const newcomer = await createNewcomer();
    await killDuring(newcomer, service, operation);
    await killDuring(newcomer, "dynamodb", "GetItem");
    await expectSameEnd(newcomer, mailsAfterLosing(operation));
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

describe("while SES is down", () => {
  test("a sign-up succeeds without a mail; the reconciler sends it, once, when SES is back", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service: "ses", status: 500, times: 50 });
    expect((await signUp(newcomer)).status).toBe(200);
    await reconcile(newcomer);
    expect(await mailedKeys(newcomer)).toEqual([]);
    expect(await customerItems(newcomer.sub)).toHaveLength(3);

    await local.clearFaults();
    await reconcile(newcomer);
    const key = await expectOneRegistration(newcomer);
    expect(await mailedKeys(newcomer)).toEqual([key]);
    await reconcile(newcomer);
    expect(await mailedKeys(newcomer)).toEqual([key]);
  });

  test("many reconcilers at once send it once", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service: "ses", status: 500 });
    await signUp(newcomer);
    await endLeases(newcomer.sub);
    await Promise.all([1, 2, 3, 4].map(() => local.reconcile()));
    expect(await mailedKeys(newcomer)).toHaveLength(1);
  });

  test("a mail with an active lease is skipped", async () => {
    const newcomer = await createNewcomer();
    await local.fault({ service: "ses", status: 500 });
    await signUp(newcomer);
    await local.reconcile();
    expect(await mailedKeys(newcomer)).toEqual([]);
    await reconcile(newcomer);
    expect(await mailedKeys(newcomer)).toHaveLength(1);
  });

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
});

test("an encrypted key opens for its own customer and field alone", async () => {
  const [newcomer, other] = [await createNewcomer(), await createNewcomer()];
  await signUp(newcomer);
  const secrets = (await customerItems(newcomer.sub)).find(({ sk }) => sk?.S === "SECRETS");
  const encrypted = secrets?.licenceKey?.S ?? "";
  const refused = { name: "InvalidCiphertextException" };
  await expect(decrypt(encrypted, { customer: other.sub, field: "licenceKey" })).rejects.toMatchObject(
    refused,
  );
  await expect(decrypt(encrypted, { customer: newcomer.sub, field: "apiSecret" })).rejects.toMatchObject(
    refused,
  );
  expect(JSON.stringify(await customerItems(newcomer.sub))).not.toContain((await mailedKeys(newcomer))[0]);
});
