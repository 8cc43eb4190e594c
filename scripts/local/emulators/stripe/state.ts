/** Everything the account holds, one collection for each kind of object. */
import { z } from "zod";
import { resourceMissing } from "./api/stripe-error.ts";
import type { ResourceName, Resources } from "./objects/stored.ts";

export interface Collection<T> {
  add(object: T): T;
  find(id: string): T | undefined;
  /** Throws `resource_missing`; `param` names the parameter that the id came from, if it was not the path. */
  get(id: string, param?: string): T;
  newestFirst(): T[];
  remove(id: string): void;
  clear(): void;
  snapshot(): T[];
  restore(saved: unknown): void;
}

export type State = { readonly [Name in ResourceName]: Collection<Resources[Name]> };

export function createState(): State {
  return {
    customers: createCollection("customer"),
    products: createCollection("product"),
    prices: createCollection("price"),
    sessions: createCollection("checkout.session"),
    subscriptions: createCollection("subscription"),
    invoices: createCollection("invoice"),
    invoicePayments: createCollection("invoice_payment"),
    paymentIntents: createCollection("payment_intent"),
    charges: createCollection("charge"),
    setupIntents: createCollection("setup_intent", "setupintent"),
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

export function clearState(state: State): void {
  for (const each of Object.values(state)) each.clear();
}

/** `label` is what error messages call the object. */
function createCollection<T extends { id: string; object: string }>(
  objectName: T["object"],
  label: string = objectName,
): Collection<T> {
  const objects = new Map<string, T>();
  const isOurs = (value: unknown): value is T =>
    z.object({ id: z.string(), object: z.literal(objectName) }).safeParse(value).success;

  return {
    add(object) {
      objects.set(object.id, object);
      return object;
    },
    find: (id) => objects.get(id),
    get(id, param) {
      const object = objects.get(id);
      if (object) return object;
      throw resourceMissing(label, id, param);
    },
    newestFirst: () => [...objects.values()].reverse(),
    remove: (id) => void objects.delete(id),
    clear: () => objects.clear(),
    snapshot: () => structuredClone([...objects.values()]),
    restore(saved) {
      objects.clear();
      for (const object of z.array(z.custom<T>(isOurs)).parse(saved)) objects.set(object.id, object);
    },
  };
}
