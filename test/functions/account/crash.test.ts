/** The process dies right after any of its side effects; asked again, or found by the reconciler, all three agree. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as postUser } from "#functions/api/post-user.ts";
import { rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import { startAccount } from "../support/account.ts";
import { eventOf } from "../support/events.ts";
import { killEverywhere, makeClientsMortal, sideEffects } from "../support/kill.ts";
import { contact, type Payer } from "../support/paying.ts";
import { claimsOf, newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("../support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

const account = await startAccount();
const { portal } = account;
beforeAll(() => makeClientsMortal(portal, sideEffects));
beforeEach(async () => {
  await portal.reset();
  account.emulator.webhooks.mode = "drop";
});

interface Change {
  owner: Payer;
  email: string;
  fields: Record<string, unknown>;
}

/** Everything at once: an address, a phone, a name and a secret. */
async function newChange(): Promise<Change> {
  const owner = await account.newStandardOwner();
  await account.change(owner, { billingEmail: owner.email });
  const { email, phoneNumber, ...someone } = newPerson();
  const requestId = await verifyPhone(portal, { email, phoneNumber, ...someone });
  await account.prove(owner, email);
  const fields = {
    email,
    chargePhoneNumber: phoneNumber,
    requestId,
    corporateName: "株式会社新社名",
    apiSecret: "Another1secret",
  };
  return { owner, email, fields };
}

async function settle(): Promise<void> {
  advance(121_000);
  await account.reconcile();
}

/** Mail may go out twice when the process died between sending it and noting that down, and never not at all. */
async function expectAgreement({ owner, email }: Change): Promise<void> {
  const record = await account.recordOf(owner);
  const payer = await account.payerOf(owner);
  expect([record.email, record.billingEmail, payer.email, account.provenOf(owner)]).toEqual(
    Array(4).fill(email),
  );
  expect(payer.name).toBe(record.corporateName);
  for (const address of [owner.email, email]) {
    const notices = account.subjectsTo(address).filter((subject) => subject.startsWith("メールアドレス変更"));
    expect([1, 2]).toContain(notices.length);
  }
  for (const partition of ["OUTBOX", "CUSTOMER_SYNC"]) {
    const rows = await portal.partition(partition);
    expect(rows.filter(({ sk, customer }) => sk === owner.sub || customer === owner.sub)).toEqual([]);
  }
}

test("asked again, wherever it died", async () => {
  const change = await newChange();
  const { owner, fields } = change;
  const deaths = await killEverywhere(
    portal,
    () => account.update(owner, fields),
    async (effects) => {
      expect((await account.update(owner, fields)).status, `killed after ${effects}`).toBe(200);
      await settle();
      await expectAgreement(change);
      expect(await account.recordOf(owner)).toMatchObject({
        chargePhoneNumber: fields.chargePhoneNumber,
        corporateName: fields.corporateName,
      });
      const verification = await portal.item(`VERIFICATION#${fields.requestId}`, "VERIFICATION");
      expect(verification).toMatchObject({ status: "consumed", consumedBy: owner.sub });
      expect(await account.auditOf(owner), `killed after ${effects}`).toHaveLength(1);
    },
  );
  expect(deaths).toBeGreaterThan(4);
});

test("a repeated preparation of the upgrade, after a crash at any step, leaves one row of the audit trail", async () => {
  const body = {
    operation: "upgrade",
    applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
    apiKey: "a1b2c3d4",
    apiSecret: "Secret123secret",
    privateKey: rsaKeyBase64(),
    billingChargeName: contact.billing_charge_name,
    billingPhoneNumber: contact.billing_phone_number,
    billingEmail: contact.billing_email,
  };
  const owner = await account.newOwner({ hasApiSecret: false, hasPrivateKey: false });
  const prepare = () => portal.call("post-user", postUser, eventOf({ claims: claimsOf(owner), body }));
  const deaths = await killEverywhere(portal, prepare, async (effects) => {
    expect((await prepare()).status).toBe(200);
    const rows = await portal.partition(`CUSTOMER#${owner.sub}`);
    const prepared = rows.filter(({ action }) => action === "upgrade-prepared");
    expect(prepared, `killed after ${effects}`).toMatchObject([{ sk: "AUDIT#UPGRADE-PREPARED#1" }]);
  });
  expect(deaths).toBeGreaterThan(0);
});

const recordAndPayer = (owner: Payer) => Promise.all([account.recordOf(owner), account.payerOf(owner)]);

/** Died before the change was written: only counters know of it, and nobody is told of anything. */
async function expectNothingChanged({ owner, email }: Change, before: unknown[]): Promise<void> {
  expect(await recordAndPayer(owner)).toEqual(before);
  expect([owner.email, email].flatMap(account.subjectsTo)).toEqual([]);
  expect(await account.auditOf(owner)).toEqual([]);
}

test("without a retry: what was stored reaches Stripe and the inbox, and nothing else does", async () => {
  const change = await newChange();
  const { owner, fields } = change;
  const before = await recordAndPayer(owner);
  let written = 0;
  await killEverywhere(
    portal,
    () => account.update(owner, fields),
    async () => {
      const isWritten = (await account.recordOf(owner)).version > before[0].version;
      await settle();
      if (isWritten) {
        written += 1;
        await expectAgreement(change);
        expect(await account.auditOf(owner)).toHaveLength(1);
      } else {
        expect(written, "what a longer life wrote").toBe(0);
        await expectNothingChanged(change, before);
      }
    },
  );
  // The change itself, and mails and Stripe after it.
  expect(written).toBeGreaterThan(3);
});

test("the browser never came back: the reconciler follows the pool, wherever it died itself", async () => {
  const { owner, email } = await newChange();
  await account.watch(owner);
  const deaths = await killEverywhere(portal, account.reconcile, async () => {
    await settle();
    await settle();
    await expectAgreement({ owner, email, fields: {} });
    expect(await account.auditOf(owner)).toEqual([["billingEmail", "email"]]);
    // The browser comes back after all.
    const late = await account.expectNothingWritten(() => account.update(owner, { email }));
    expect(late.status).toBe(200);
  });
  expect(deaths).toBeGreaterThan(4);
});
