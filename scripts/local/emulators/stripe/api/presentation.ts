/** Renders stored objects for clients: with full addresses, and with the objects of `expand[]`. */
import { type Account, type Json, withOrigin } from "../account.ts";
import type { ResourceName } from "../objects/stored.ts";
import { pageOf } from "./lists.ts";
import { invalidRequest } from "./stripe-error.ts";

/** Fields that hold an id, and where the object it names is kept. */
const references: Record<string, ResourceName> = {
  customer: "customers",
  subscription: "subscriptions",
  invoice: "invoices",
  latest_invoice: "invoices",
  default_payment_method: "paymentMethods",
  payment_intent: "paymentIntents",
  latest_charge: "charges",
};

/** Throws 400 for a path in `expand` that cannot be expanded. */
export function present(account: Account, object: object, expand: readonly string[]): Json {
  const copy = withOrigin(object, account.hostedOrigin());
  for (const path of expand) expandInto(account, copy, path.split("."), path);
  return copy;
}

function expandInto(account: Account, holder: unknown, segments: readonly string[], path: string): void {
  if (Array.isArray(holder)) {
    for (const entry of holder) expandInto(account, entry, segments, path);
    return;
  }
  const [name, ...rest] = segments;
  if (name === undefined || !isJson(holder)) return;
  expandField(account, holder, name, rest.length === 0, path);
  expandInto(account, holder[name], rest, path);
}

function expandField(account: Account, holder: Json, name: string, isLast: boolean, path: string): void {
  if (name === "payments" && holder.object === "invoice") {
    const data = account.state.invoicePayments.newestFirst().filter(({ invoice }) => invoice === holder.id);
    holder.payments = pageOf(data, `/v1/invoices/${holder.id}/payments`);
    return;
  }
  const collection = references[name];
  const value = holder[name];
  if (value === null && collection) return;
  if (typeof value === "string" && collection) {
    const found = account.state[collection].find(value);
    if (found) holder[name] = withOrigin(found, account.hostedOrigin());
    return;
  }
  if (value === undefined || (isLast && !isExpanded(value))) throw cannotExpand(name, path);
}

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isExpanded = (value: unknown): boolean => isJson(value) && typeof value.object === "string";

const cannotExpand = (name: string, path: string) =>
  invalidRequest(
    `This property cannot be expanded (${name}). You requested '${path}'. You may want to try expanding 'data.${path}' instead.`,
    { param: "expand" },
  );
