/** The actions of a trial customer, Stripe and the clock for payments; webhooks are really delivered to the handler. */
import { randomInt } from "node:crypto";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import type { Profile } from "#functions/customer/profile.ts";
import { handler as reconcile } from "#functions/jobs/reconcile.ts";
import type { Fault } from "#scripts/local/faults.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { type Contract, contract } from "#shared/contract.ts";
import { contextOf } from "./events.ts";
import { newPerson, type Person } from "./people.ts";
import { type Portal, type PortalOptions, type Reply, startPortal } from "./portal.ts";
import { storeRecord } from "./records.ts";

export interface Payer extends Person {
  customerId: string;
}

export const contact = {
  billing_charge_name: "経理 次郎",
  billing_phone_number: "03-1234-5678",
  billing_email: "keiri@example.com",
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const newUuid = (): string =>
  Array.from({ length: 15 }, () => letters[randomInt(letters.length)]).join("");
export const successPath = (uuid = newUuid()): string => `/upgrade/payment?uuid=${uuid}`;

interface EmulatorState {
  sessions: { client_reference_id: string; status: string }[];
  customers: { metadata: { sub?: string } }[];
}

export async function startPaying(options: Pick<PortalOptions, "hasTimeLimits" | "userPool"> = {}) {
  let portal: Portal | undefined;
  const started = await startPortal({
    ...options,
    deliverWebhook: async (_url, body, headers) => (await deliver(body, headers)).status,
  });
  portal = started;

  function deliver(text: string, headers: Record<string, string>) {
    if (!portal) throw new Error("The portal has not started");
    return portal.call("stripe-webhook", { text, headers });
  }

  const { stripe: emulator } = started;
  const { secretKey, webhookSecret } = emulator.describe() as { secretKey: string; webhookSecret: string };
  const { hostname, port } = new URL(started.settings.STRIPE_API_URL ?? "");
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });

  const recordOf = async ({ sub }: Person) =>
    (await started.item(`CUSTOMER#${sub}`, "PROFILE")) as unknown as Profile;
  const checkoutOf = ({ sub }: Person) => started.item(`CUSTOMER#${sub}`, "CHECKOUT");

  const paying = {
    portal: started,
    emulator,
    stripe,
    secretKey,
    webhookSecret,
    deliver,
    recordOf,
    checkoutOf,
    /** A customer on trial who has been through the wizard up to the choice of payment. */
    async newPayer(changes: Partial<Profile> = {}): Promise<Payer> {
      const person = newPerson();
      const customerId = await storeRecord(started, person, {
        billingChargeName: contact.billing_charge_name,
        billingPhoneNumber: contact.billing_phone_number,
        billingEmail: contact.billing_email,
        hasApiSecret: true,
        hasPrivateKey: true,
        ...changes,
      });
      return { ...person, customerId };
    },
    /** As if the record had always been so. */
    async change(
      owner: Payer,
      fields: { [Name in keyof Profile]?: Profile[Name] | undefined },
    ): Promise<void> {
      await started.put({
        pk: `CUSTOMER#${owner.sub}`,
        sk: "PROFILE",
        ...(await recordOf(owner)),
        ...fields,
      });
    },
    /** As an operator may do it in Stripe's Dashboard. */
    changeAtStripe(resource: "charges" | "invoices" | "subscriptions", id: string, changes: object): void {
      const { state, ...rest } = emulator.snapshot() as { state: Record<string, { id: string }[]> };
      const all = state[resource]?.map((each) => (each.id === id ? { ...each, ...changes } : each));
      emulator.restore({ ...rest, state: { ...state, [resource]: all } });
    },
    /** Another price of its one item. */
    changePrice(id: string, changes: object): void {
      const { state } = emulator.snapshot() as { state: { subscriptions: Stripe.Subscription[] } };
      const items = state.subscriptions.find((each) => each.id === id)?.items;
      const data = items?.data.map((item) => ({ ...item, price: { ...item.price, ...changes } }));
      paying.changeAtStripe("subscriptions", id, { items: { ...items, data } });
    },
    /** Clicks "credit card". */
    card: (payer: Payer, path = successPath(), query: Record<string, string> = {}) =>
      started.call("checkout-session", {
        by: payer,
        query: { cancel_path: "/upgrade", success_path: path, customer_id: payer.customerId, ...query },
      }),
    /** Clicks "invoice". */
    invoice: (payer: Payer, changes: Record<string, string> = {}) =>
      paying.subscribe(payer, { mode: "invoice", ...contact, ...changes }),
    /** The page that the browser comes back to. */
    comeBack: (payer: Payer) => paying.subscribe(payer, { mode: "card" }),
    subscribe: (payer: Payer, body: unknown) => started.call("subscription", { by: payer, body }),
    /** Opens /contract. */
    contract: (payer: Payer, query: Record<string, string> = {}) =>
      started.call("get-contract", { by: payer, query }),
    /** The same, and what it says. */
    async contractOf(payer: Payer, query?: Record<string, string>): Promise<Contract> {
      const { status, text } = await paying.contract(payer, query);
      if (status !== 200) throw new Error(`GET /api/contract answered ${status} ${text}`);
      return contract.parse(JSON.parse(text).result);
    },
    /** Another page of the customer's first attempt, which can still be paid. Returns its session. */
    async openedElsewhere({ sub, customerId }: Payer): Promise<string> {
      const row = await started.item(`CUSTOMER#${sub}`, "PROFILE");
      const { id } = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer: String(row?.stripeCustomerId),
        client_reference_id: sub,
        line_items: [{ price: identifiers.stripePriceId, quantity: 1 }],
        subscription_data: { metadata: { sub, customerId, attempt: "1" } },
        success_url: "https://portal.example/upgrade",
      });
      return id;
    },
    /** Pays on the page that a click on "credit card" opens, and does not come back. Returns its session. */
    async payOnPage(payer: Payer, query: Record<string, string> = {}): Promise<string> {
      const { json } = await paying.card(payer, undefined, query);
      emulator.decide(json.checkout_session_id, { outcome: "paid" });
      return json.checkout_session_id;
    },
    async buy(payer: Payer, by: "card" | "invoice", query: Record<string, string> = {}): Promise<Reply> {
      if (by === "invoice") return paying.invoice(payer, query);
      await paying.payOnPage(payer, query);
      return paying.comeBack(payer);
    },
    /** A customer who has paid. Returns their subscription's id, too. */
    async upgradedPayer(
      by: "card" | "invoice",
      changes: Partial<Profile> = {},
    ): Promise<[payer: Payer, subscriptionId: string]> {
      const payer = await paying.newPayer(changes);
      await paying.buy(payer, by);
      const { subscriptionId = "" } = await recordOf(payer);
      return [payer, subscriptionId];
    },
    setUp: (payer: Payer, query = { cancel_path: "/update", success_path: "/update" }) =>
      started.call("setup-session", { by: payer, query }),
    reconcile() {
      started.become("reconcile");
      return reconcile(undefined as never, contextOf("reconcile"));
    },
    /** Stripe holds calls until the end of the test at the latest. */
    hold(options: Parameters<typeof emulator.hold>[0] = {}) {
      const hold = emulator.hold(options);
      onTestFinished(hold.release);
      return hold;
    },
    failStripe: (fault: Partial<Fault> & { status: number }) =>
      started.faults.add({ service: "stripe", ...fault }),
    /** Everything that must be there once and no more, whoever found out about the payment. */
    async outcomeOf(payer: Payer) {
      const { plan, paymentType, version, subscriptionId } = await recordOf(payer);
      const items = await started.partition(`CUSTOMER#${payer.sub}`);
      const all = await paying.subscriptionsOf(payer);
      const { customers, sessions } = (emulator.snapshot() as { state: EmulatorState }).state;
      return {
        plan,
        paymentType,
        version,
        stripeCustomers: customers.filter(({ metadata }) => metadata.sub === payer.sub).length,
        upgrades: items.filter(({ action }) => action === "upgraded").length,
        subscriptions: all
          .filter(({ status }) => status !== "canceled")
          .map(({ id }) => id === subscriptionId),
        mails: started.inbox.list(payer.email).map(({ subject }) => subject),
        // By the owner that we named.
        openSessions: sessions.filter(
          (each) => each.client_reference_id === payer.sub && each.status === "open",
        ).length,
        underWay: (await started.partition("CHECKOUTS")).filter(({ sk }) => sk === payer.sub).length,
        checkout: (await checkoutOf(payer))?.state,
      };
    },
    async subscriptionsOf(payer: Payer): Promise<Stripe.Subscription[]> {
      const { stripeCustomerId } = await recordOf(payer);
      if (stripeCustomerId === undefined) return [];
      return (await stripe.subscriptions.list({ customer: stripeCustomerId, status: "all" })).data;
    },
    /** Stripe's events, newest first. */
    eventsOf: (type: string) => emulator.events().filter((event) => event.type === type),
    /** Sends the event of that kind about that object, signed now. */
    tell(type: string, objectId: string): Promise<Reply> {
      const event = paying.eventsOf(type).find(({ data }) => data.object.id === objectId);
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000);
      const signed = { payload, secret: webhookSecret, timestamp };
      return deliver(payload, { "stripe-signature": stripe.webhooks.generateTestHeaderString(signed) });
    },
  };
  return paying;
}

export const upgradedSubject = "【電話連携プラグイン】スタンダードプランへのアップグレード完了のお知らせ";

/** How it must look in the end, however it came about. */
export const upgradedBy = (paymentType: "card" | "invoice") => ({
  plan: "standard",
  paymentType,
  version: 2,
  stripeCustomers: 1,
  upgrades: 1,
  subscriptions: [true],
  mails: [upgradedSubject],
  openSessions: 0,
  underWay: 0,
  checkout: "fulfilled",
});
