/**
 * The billing contact under its three names: `billingEmail` in forms and the profile, `billing_email` in the
 * payment calls, and `email` in a contract and a checkout. A new field of the group `billingContact` is part
 * of all three; in a contract it has its own name.
 */
import * as z from "zod/mini";
import { type NamesIn, namesIn, rulesIn, storedIn } from "./customer-field-views.ts";

type Name = NamesIn<"billingContact">;
type Values<Key extends string> = { [K in Key]: string };

const shortNames = {
  billingChargeName: "name",
  billingPhoneNumber: "phoneNumber",
  billingEmail: "email",
} as const;
type ShortNames = typeof shortNames;
type ContactName<N extends Name> = N extends keyof ShortNames ? ShortNames[N] : N;

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

const names = namesIn("billingContact");
const contactName = (name: Name): string => (name in shortNames ? shortNames[name] : name);
const parameterName = (name: Name): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const rules = rulesIn("billingContact");
const stored = storedIn("billingContact");

/** As forms and the profile have it. */
export type BillingFields = Values<Name>;
/** As a contract and a checkout have it. */
export type BillingContact = Values<ContactName<Name>>;
/** As the payment calls have it. */
type BillingParameters = Values<SnakeCase<Name>>;

export const billingContact = z.object(
  Object.fromEntries(names.map((name) => [contactName(name), stored[name]])) as {
    [N in Name as ContactName<N>]: (typeof stored)[N];
  },
);

/** The rules of the payment calls' parameters. */
export const billingParameters = Object.fromEntries(
  names.map((name) => [parameterName(name), rules[name]]),
) as { [N in Name as SnakeCase<N>]: (typeof rules)[N] };

/** Renames the fields; omits missing ones. */
function rename(
  from: Readonly<Record<string, unknown>>,
  oldName: (name: Name) => string,
  newName: (name: Name) => string,
) {
  const given = names.filter((name) => from[oldName(name)] !== undefined);
  return Object.fromEntries(given.map((name) => [newName(name), from[oldName(name)]]));
}
const fieldName = (name: Name): string => name;

export const toBillingParameters = (fields: BillingFields): BillingParameters =>
  rename(fields, fieldName, parameterName) as BillingParameters;

export const fromBillingParameters = (parameters: BillingParameters): BillingContact =>
  rename(parameters, parameterName, contactName) as BillingContact;

export const toBillingContact = (fields: BillingFields): BillingContact =>
  rename(fields, fieldName, contactName) as BillingContact;

export const toBillingFields = (contact: BillingContact): BillingFields =>
  rename(contact, contactName, fieldName) as BillingFields;
