/** How stored objects leave the emulator: with full addresses, and with the objects that `expand[]` asks for. */
import { z } from "zod";
import type { Account } from "../account.ts";
import type { ResourceName } from "../objects/stored.ts";
import { invalidRequest } from "./stripe-error.ts";

type Json = Record<string, unknown>;

/** Fields that hold an id, and where the object it names is kept. */
const references: Record<string, ResourceName> = {
  customer: "customers",
  subscription: "subscriptions",
  invoice: "invoices",
  latest_invoice: "invoices",
  default_payment_method: "paymentMethods",
  payment_intent: "paymentIntents",
};
const hostedFields = ["url", "hosted_invoice_url", "invoice_pdf"];

/** A copy whose hosted pages, kept as paths because ports change between runs, have their full address. */
export function withOrigin(object: object, origin: string): Json {
  const copy: Json = z.record(z.string(), z.unknown()).parse(structuredClone(object));
  for (const field of hostedFields) {
    const value = copy[field];
    // A list has a `url` as well, and there it stays a path.
    if (copy.object !== "list" && typeof value === "string" && value.startsWith("/")) {
      copy[field] = `${origin}${value}`;
    }
  }
  if (copy.object === "list" && Array.isArray(copy.data)) {
    copy.data = copy.data.map((entry) => withOrigin(entry, origin));
  }
  return copy;
}

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
