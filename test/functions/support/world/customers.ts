/** Customers: their profile as the portal keeps and shows it, their rows and mails, and the scheduled jobs. */

import { expect } from "vitest";
import { type Profile, profileRow } from "#functions/customer/profile.ts";
import { handler as exportUsers } from "#functions/jobs/export-users.ts";
import { handler as reconcile } from "#functions/jobs/reconcile.ts";
import { handler as retention } from "#functions/jobs/retention.ts";
import { type ErrorCode, errorCodes } from "#shared/errors.ts";
import { contextOf } from "../events.ts";
import type { Person } from "../people.ts";
import { advance, type Reply } from "../portal.ts";
import { saveProfile } from "../profiles.ts";
import { outcome } from "../replies.ts";
import type { AtStripe } from "./stripe.ts";

export interface Owner extends Person {
  customerId: string;
}

export const contact = {
  billing_charge_name: "経理 次郎",
  billing_phone_number: "03-1234-5678",
  billing_email: "keiri@example.com",
};

/** Until then a mail that was just written belongs to the one who wrote it. */
export const leaseMs = 121_000;

export function customerActions({ portal, stripe }: AtStripe) {
  const rowsOf = ({ sub }: Person) => portal.partition(`CUSTOMER#${sub}`);
  const mailsTo = ({ email }: Person) => portal.inbox.list(email);
  const customers = {
    /** On trial, with an account that can sign in, who has been through the wizard up to the choice of payment. */
    async createCustomer(overrides: Partial<Profile> = {}): Promise<Owner> {
      const person = portal.newAccount();
      const customerId = await saveProfile(portal, person, {
        billingChargeName: contact.billing_charge_name,
        billingPhoneNumber: contact.billing_phone_number,
        billingEmail: contact.billing_email,
        hasApiSecret: true,
        hasPrivateKey: true,
        ...overrides,
      });
      return { ...person, customerId };
    },
    /** On the standard plan, and known to Stripe as the profile says, without a subscription there. */
    async createStandardCustomer(overrides: Partial<Profile> = {}): Promise<Owner> {
      const { id } = await stripe.customers.create({
        name: "株式会社テスト商事",
        email: "keiri@example.com",
      });
      return customers.createCustomer({
        plan: "standard",
        paymentType: "card",
        stripeCustomerId: id,
        applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
        apiKey: "a1b2c3d4",
        ...overrides,
      });
    },
    profileOf: async ({ sub }: Person) =>
      (await portal.item(`CUSTOMER#${sub}`, "PROFILE")) as unknown as Profile,
    /** The id that the profile has of the customer at Stripe. */
    stripeIdOf: async (owner: Person) => (await customers.profileOf(owner)).stripeCustomerId ?? "",
    /** Payments, newest first. */
    chargesOf: async (owner: Person) =>
      (await stripe.charges.list({ customer: await customers.stripeIdOf(owner) })).data,
    /** Newest first. */
    invoicesOf: async (owner: Person) =>
      (await stripe.invoices.list({ customer: await customers.stripeIdOf(owner) })).data,
    /** As an operator does it at Stripe: the newest payment, or an amount of it. */
    async refund(owner: Person, amount?: number) {
      const [charge] = await customers.chargesOf(owner);
      const payment_intent = String(charge?.payment_intent);
      return stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
    },
    /** As if the profile had always been so. */
    async changeProfile(
      owner: Person,
      fields: { [Name in keyof Profile]?: Profile[Name] | undefined },
    ): Promise<void> {
      const profile = await customers.profileOf(owner);
      await portal.put(profileRow(owner.sub, { ...profile, ...fields } as Profile));
    },
    secretsOf: ({ sub }: Person) => portal.item(`CUSTOMER#${sub}`, "SECRETS"),
    rowsOf,
    /** The audit trail, oldest first: the key of a row that is written once holds no time. */
    async trailOf(owner: Person) {
      const rows = (await rowsOf(owner)).filter(({ sk }) => String(sk).startsWith("AUDIT#"));
      return rows.toSorted((one, other) => String(one.at).localeCompare(String(other.at)));
    },
    actionsOf: async (owner: Person) => (await customers.trailOf(owner)).map(({ action }) => action),
    /** The kinds of the customer's activities, oldest first. */
    kindsOf: async ({ sub }: Person) =>
      (await portal.partition(`ACTIVITY#${sub}`)).flatMap(({ kind }) => (kind ? [kind] : [])),
    outboxOf: async ({ sub }: Person) =>
      (await portal.partition("OUTBOX")).filter(({ customer }) => customer === sub),
    /** Newest first. */
    mailsTo,
    /** Newest first, without the product's name. */
    subjectsTo: (address: string) =>
      portal.inbox.list(address).map(({ subject = "" }) => subject.replace(/^【.*】/, "")),
    /** The licence keys that were mailed, oldest first. */
    mailedKeys: (owner: Person): string[] =>
      mailsTo(owner)
        .flatMap(({ text }) => /ライセンスキー：(\S+)/.exec(text)?.[1] ?? [])
        .reverse(),
    failSes: (times = 1) => portal.faults.add({ service: "ses", status: 503, times }),
    postUser: (by: Person, body: unknown): Promise<Reply> => portal.call("post-user", { by, body }),
    getUser: (by: Person, name = by.loginId): Promise<Reply> =>
      portal.call("get-user", { by, query: { name } }),
    /** The profile as `GET /api/user` shows it. */
    async userRecordOf(owner: Person) {
      const [record] = (await customers.getUser(owner)).json.results;
      if (!record) throw new Error("There is no user record");
      return record;
    },
    reconcile() {
      portal.become("reconcile");
      return reconcile(undefined as never, contextOf("reconcile"));
    },
    /** The reconciler's next run after the lease of the request ended. */
    async reconcileLater(): Promise<void> {
      advance(leaseMs);
      await customers.reconcile();
    },
    /** The daily run. */
    runExportUsers() {
      portal.become("export-users");
      return exportUsers(undefined as never, contextOf("export-users"));
    },
    /** The hourly run. */
    runRetention() {
      portal.become("retention");
      return retention(undefined as never, contextOf("retention"));
    },
    /** Expects that `work` writes nothing, whether it is answered or fails. */
    async expectNothingWritten<T>(work: () => Promise<T>): Promise<T> {
      // But for the counters of what was tried.
      const rows = async () =>
        (await portal.everything()).filter(({ pk }) => !String(pk).startsWith("RATE#"));
      const before = await rows();
      try {
        return await work();
      } finally {
        expect(await rows()).toEqual(before);
      }
    },
    /** Expects that `work` is refused with that error, which is returned, and writes nothing. */
    async expectRefused(work: () => Promise<Reply>, code: ErrorCode): Promise<Reply["json"]["error"]> {
      const reply = await customers.expectNothingWritten(work);
      expect(outcome(reply)).toEqual([errorCodes[code].status, code]);
      return reply.json.error;
    },
    /** One customer, one key however often mailed, nothing left to do. */
    async expectRegisteredOnce(person: Person): Promise<void> {
      const items = await rowsOf(person);
      const kinds = items.map(({ sk }) => String(sk).replace(/#.*/, ""));
      expect(kinds).toEqual(["AUDIT", "PROFILE", "SECRETS"]);
      const customerId = items.find(({ sk }) => sk === "PROFILE")?.customerId;
      expect(await portal.item(`CUSTOMER_ID#${customerId}`, "POINTER")).toMatchObject({ sub: person.sub });
      expect(new Set(customers.mailedKeys(person)).size).toBe(1);
      expect(await customers.outboxOf(person)).toEqual([]);
    },
  };
  return customers;
}
export type WithCustomers = AtStripe & ReturnType<typeof customerActions>;
