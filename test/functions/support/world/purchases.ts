/** Purchases of the standard plan by a customer on trial, through the screens' own calls and Stripe's page. */
import { randomInt } from "node:crypto";
import type Stripe from "stripe";
import type { Profile } from "#functions/customer/profile.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { type Contract, contract } from "#shared/contract.ts";
import type { Person } from "../people.ts";
import type { Reply } from "../portal.ts";
import { contact, type Owner, type WithCustomers } from "./customers.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const newUuid = (): string =>
  Array.from({ length: 15 }, () => letters[randomInt(letters.length)]).join("");
export const successPath = (uuid = newUuid()): string => `/upgrade/payment?uuid=${uuid}`;

/** Stripe's operation that begins what is paid. */
export const creating = { card: "POST /v1/checkout/sessions", invoice: "POST /v1/subscriptions" } as const;

export function purchaseActions(world: WithCustomers) {
  const { portal, emulator, stripe, profileOf, rowsOf, mailsTo } = world;
  const checkoutOf = ({ sub }: Person) => portal.item(`CUSTOMER#${sub}`, "CHECKOUT");
  const purchases = {
    checkoutOf,
    /** Clicks "credit card". */
    card: (customer: Owner, path = successPath(), query: Record<string, string> = {}) =>
      portal.call("checkout-session", {
        by: customer,
        query: { cancel_path: "/upgrade", success_path: path, customer_id: customer.customerId, ...query },
      }),
    /** Clicks "invoice". */
    invoice: (customer: Owner, changes: Record<string, string> = {}) =>
      purchases.subscribe(customer, { mode: "invoice", ...contact, ...changes }),
    /** The page that the browser comes back to. */
    comeBack: (customer: Person) => purchases.subscribe(customer, { mode: "card" }),
    subscribe: (customer: Person, body: unknown) => portal.call("subscription", { by: customer, body }),
    /** Opens /contract. */
    getContract: (customer: Person, query: Record<string, string> = {}) =>
      portal.call("get-contract", { by: customer, query }),
    /** The same, and what it says. */
    async contractOf(customer: Person, query?: Record<string, string>): Promise<Contract> {
      const { status, text } = await purchases.getContract(customer, query);
      if (status !== 200) throw new Error(`GET /api/contract answered ${status} ${text}`);
      return contract.parse(JSON.parse(text).result);
    },
    /** Another page of the customer's first attempt, which can still be paid. Returns its session. */
    async openedElsewhere(customer: Person): Promise<string> {
      const { sub } = customer;
      const { customerId, stripeCustomerId } = await profileOf(customer);
      const { id } = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer: String(stripeCustomerId),
        client_reference_id: sub,
        line_items: [{ price: identifiers.stripePriceId, quantity: 1 }],
        subscription_data: { metadata: { sub, customerId, attempt: "1" } },
        success_url: "https://portal.example/upgrade",
      });
      return id;
    },
    /** Pays on the page that a click on "credit card" opens, and does not come back. Returns its session. */
    async payOnPage(customer: Owner, query: Record<string, string> = {}): Promise<string> {
      const { json } = await purchases.card(customer, undefined, query);
      emulator.decide(json.checkout_session_id, { outcome: "paid" });
      return json.checkout_session_id;
    },
    async buy(customer: Owner, by: "card" | "invoice", query: Record<string, string> = {}): Promise<Reply> {
      if (by === "invoice") return purchases.invoice(customer, query);
      await purchases.payOnPage(customer, query);
      return purchases.comeBack(customer);
    },
    /** Clicks "credit card" or "invoice" while Stripe is too busy for it. */
    async breakOff(customer: Owner, by: "card" | "invoice"): Promise<void> {
      world.failStripe({ operation: creating[by], status: 429, times: 9 });
      const { status } = await (by === "card" ? purchases.card(customer) : purchases.invoice(customer));
      if (status !== 503) throw new Error(`The purchase was answered ${status}`);
      portal.faults.clear();
    },
    /** A customer who has paid, with every event of that delivered. Returns their subscription's id, too. */
    async createPayer(
      by: "card" | "invoice",
      overrides: Partial<Profile> = {},
    ): Promise<[payer: Owner, subscriptionId: string]> {
      const payer = await world.createCustomer(overrides);
      await world.settled(() => purchases.buy(payer, by));
      const { subscriptionId = "" } = await profileOf(payer);
      return [payer, subscriptionId];
    },
    setUp: (customer: Person, query = { cancel_path: "/update", success_path: "/update" }) =>
      portal.call("setup-session", { by: customer, query }),
    async subscriptionsOf(customer: Person): Promise<Stripe.Subscription[]> {
      const { stripeCustomerId } = await profileOf(customer);
      if (stripeCustomerId === undefined) return [];
      return (await stripe.subscriptions.list({ customer: stripeCustomerId, status: "all" })).data;
    },
    /** Everything that must be there once and no more, whoever found out about the payment. */
    async outcomeOf(customer: Person) {
      const { plan, paymentType, version, subscriptionId } = await profileOf(customer);
      const all = await purchases.subscriptionsOf(customer);
      const { customers, sessions } = world.stripeState();
      return {
        plan,
        paymentType,
        version,
        stripeCustomers: customers.filter(({ metadata }) => metadata.sub === customer.sub).length,
        upgrades: (await rowsOf(customer)).filter(({ action }) => action === "upgraded").length,
        subscriptions: all
          .filter(({ status }) => status !== "canceled")
          .map(({ id }) => id === subscriptionId),
        mails: mailsTo(customer).map(({ subject }) => subject),
        // By the owner that we named.
        openSessions: sessions.filter(
          (each) => each.client_reference_id === customer.sub && each.status === "open",
        ).length,
        underWay: (await portal.partition("CHECKOUTS")).filter(({ sk }) => sk === customer.sub).length,
        checkout: (await checkoutOf(customer))?.state,
      };
    },
  };
  return purchases;
}
export type WithPurchases = WithCustomers & ReturnType<typeof purchaseActions>;

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
