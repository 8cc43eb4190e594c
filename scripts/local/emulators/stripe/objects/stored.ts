/** Stripe's own types as they go over the wire, so that the compiler checks the emulator's answers against the SDK. */
import type Stripe from "stripe";

/** References are ids, decimals are strings. */
type Stored<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Entry)[]
    ? Field<Entry>[]
    : T extends object
      ? { [Name in keyof T as null extends T[Name] ? never : Name]: Field<T[Name]> } & {
          [Name in keyof T as null extends T[Name] ? Name : never]?: Field<T[Name]> | undefined;
        }
      : T;

/** A reference that may be an id or its object is always stored as the id. */
type Field<T> = [Extract<T, string>] extends [never]
  ? Stored<T>
  : [string] extends [T]
    ? Exclude<T, object>
    : Stored<T>;

type Part<T> = T extends readonly (infer Entry)[]
  ? Part<Entry>[]
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> }
    : T;

/** An object with the fields that somebody here reads or a person looks at. Stripe's other fields are left out. */
export const stored = <T extends object>(fields: Part<T>): T => fields as T;

export interface Resources {
  customers: Stored<Stripe.Customer>;
  products: Stored<Stripe.Product>;
  prices: Stored<Stripe.Price>;
  sessions: Stored<Stripe.Checkout.Session>;
  coupons: Stored<Stripe.Coupon>;
  discounts: Stored<Stripe.Discount>;
  subscriptions: Stored<Stripe.Subscription>;
  invoices: Stored<Stripe.Invoice>;
  invoicePayments: Stored<Stripe.InvoicePayment>;
  paymentIntents: Stored<Stripe.PaymentIntent>;
  charges: Stored<Stripe.Charge>;
  paymentMethods: Stored<Stripe.PaymentMethod>;
  refunds: Stored<Stripe.Refund>;
  disputes: Stored<Stripe.Dispute>;
  events: StoredEvent;
  orders: Order;
}
export type ResourceName = keyof Resources;

export type Customer = Resources["customers"];
export type Price = Resources["prices"];
export type Session = Resources["sessions"];
export type Subscription = Resources["subscriptions"];
export type Coupon = Resources["coupons"];
export type Discount = Resources["discounts"];
export type Invoice = Resources["invoices"];
export type InvoicePayment = Resources["invoicePayments"];
export type PaymentIntent = Resources["paymentIntents"];
export type Charge = Resources["charges"];
export type PaymentMethod = Resources["paymentMethods"];
export type Refund = Resources["refunds"];
export type Dispute = Resources["disputes"];
export type EventType = Stripe.Event.Type;

/** The items of a Checkout Session. Stripe stores them too, but never shows all of them; a setup session has none. */
export interface Order {
  /** The session's. */
  id: string;
  object: "order";
  items: { price: Price; quantity: number }[];
  metadata: Record<string, string>;
}

/** `data.object` is what the object looked like when it happened. */
export interface StoredEvent extends Omit<Stripe.EventBase, "data" | "type"> {
  type: EventType;
  data: { object: Record<string, unknown> };
}
