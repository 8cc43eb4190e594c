/** Everything the account holds, one collection for each kind of object. */
import { z } from "zod";
import { resourceMissing } from "./api/stripe-error.ts";
import type { ResourceName, Resources } from "./objects/stored.ts";

export type State = { readonly [Name in ResourceName]: Collection<Resources[Name]> };
type Collection<T extends { id: string; object: string }> = ReturnType<typeof createCollection<T>>;

export function createState(): State {
  return {
    customers: createCollection("customer"),
    products: createCollection("product"),
    prices: createCollection("price"),
    sessions: createCollection("checkout.session"),
    coupons: createCollection("coupon"),
    discounts: createCollection("discount"),
    subscriptions: createCollection("subscription"),
    invoices: createCollection("invoice"),
    invoicePayments: createCollection("invoice_payment"),
    paymentIntents: createCollection("payment_intent"),
    charges: createCollection("charge"),
    paymentMethods: createCollection("payment_method", "PaymentMethod"),
    refunds: createCollection("refund"),
    disputes: createCollection("dispute"),
    events: createCollection("event"),
    orders: createCollection("order"),
  };
}

export function snapshotState(state: State): unknown {
  return Object.fromEntries(Object.entries(state).map(([name, each]) => [name, each.snapshot()]));
}

export function restoreState(state: State, snapshot: unknown): void {
  const saved = z.record(z.string(), z.unknown()).parse(snapshot);
  for (const [name, each] of Object.entries(state)) each.restore(saved[name] ?? []);
}

export const clearState = (state: State): void => restoreState(state, {});

/** `label` is what error messages call the object. */
function createCollection<T extends { id: string; object: string }>(
  objectName: T["object"],
  label: string = objectName,
) {
  const objects = new Map<string, T>();
  const isOurs = (value: unknown): value is T =>
    z.object({ id: z.string(), object: z.literal(objectName) }).safeParse(value).success;

  return {
    add(object: T): T {
      objects.set(object.id, object);
      return object;
    },
    find: (id: string): T | undefined => objects.get(id),
    /** Throws `resource_missing`; `param` names the parameter that the id came from, if it was not the path. */
    get(id: string, param?: string): T {
      const object = objects.get(id);
      if (object) return object;
      throw resourceMissing(label, id, param);
    },
    newestFirst: (): T[] => [...objects.values()].reverse(),
    remove: (id: string): void => void objects.delete(id),
    snapshot: (): T[] => structuredClone([...objects.values()]),
    restore(saved: unknown): void {
      objects.clear();
      for (const object of z.array(z.custom<T>(isOurs)).parse(saved)) objects.set(object.id, object);
    },
  };
}
