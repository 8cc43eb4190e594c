/** Licence keys: mailed again or replaced, and never shown to the operator. */
import { expect, test } from "vitest";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const rotate = (loginId: string) => desk.run("rotate-licence-key", loginId, "--reason", "漏えいの恐れ");

test("the very same key is mailed again, once for any number of orders", async () => {
  const owner = await desk.signedUp();
  for (const answer of ["is mailed again to u***@example.com.", "waits already"])
    expect(await desk.run("resend-licence-key", owner.loginId)).toContain(answer);
  await desk.reconcile();
  const key = await desk.keyOf(owner);
  expect(desk.mailedKeys(owner)).toEqual([key, key]);
  expect(await desk.outboxOf(owner)).toEqual([]);
  const rows = (await desk.trailOf(owner)).filter(({ action }) => action === "licence-key-resent");
  expect(rows).toEqual(Array(2).fill(expect.objectContaining({ customerId: owner.customerId })));
});

test("a new key takes the place of the old one, and is the one that is mailed", async () => {
  const owner = await desk.signedUp();
  const old = await desk.keyOf(owner);
  const before = await desk.secretsOf(owner);
  const printed = await rotate(owner.loginId);
  const key = await desk.keyOf(owner);
  expect(key).toMatch(/^([0-9A-Z]{5}-){5}[0-9A-Z]{5}$/);
  expect(key).not.toBe(old);
  const { licenceKey: encrypted, ...others } = (await desk.secretsOf(owner)) ?? {};
  expect(before).toMatchObject(others);
  await desk.reconcile();
  expect(desk.mailedKeys(owner)).toEqual([old, key]);
  expect((await desk.trailOf(owner)).at(-1)).toMatchObject({
    action: "licence-key-rotated",
    reason: "漏えいの恐れ",
  });
  const shown = [printed, ...desk.portal.logged, JSON.stringify(await desk.trailOf(owner))].join();
  for (const secret of [old, key, encrypted, before?.licenceKey]) expect(shown).not.toContain(secret);
});

test("of two operators at once one is refused, or the later one's key counts", async () => {
  const owner = await desk.signedUp();
  const outcomes = await Promise.allSettled([rotate(owner.loginId), rotate(owner.loginId)]);
  expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("changed in the meantime");
  await desk.reconcile();
  expect(desk.mailedKeys(owner).at(-1)).toBe(await desk.keyOf(owner));
});

test("a customer without a key is not sent one", async () => {
  const owner = await desk.createCustomer();
  for (const work of [() => rotate(owner.loginId), () => desk.run("resend-licence-key", owner.loginId)])
    await expect(desk.expectNothingWritten(work)).rejects.toThrow("The customer has no licence key.");
});
