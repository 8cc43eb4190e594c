/** Stripe customers and their cards. Source: Stripe API reference, "Customers", "Payment methods". */
import type Stripe from "stripe";
import { type InvoiceFields, printedFieldNames, type StoredInvoiceFields } from "#shared/invoice-fields.ts";
import { labels } from "#shared/labels.ts";
import { ignoreRefusalIfDone, StripeCallError } from "./call-error.ts";
import { callStripe } from "./client.ts";

/** The texts on Stripe's invoices, and the address for tax. */
export interface CustomerDetails {
  name: string;
  email: string;
  /** `03-1234-5678` */
  phone: string;
  postalCode: string;
  /** The prefecture's name. */
  prefecture: string;
  city: string;
  streetAddress: string;
}

/**
 * Creates a Stripe customer and returns its id. Sends only values that never change, so that a retry with the
 * same key has the same parameters.
 */
export async function createCustomer(
  sub: string,
  customerId: string,
  idempotencyKey: string,
): Promise<string> {
  const metadata = { sub, customerId };
  const create = { metadata, preferred_locales: ["ja" as const] };
  return (await callStripe((stripe) => stripe.customers.create(create, { idempotencyKey }))).id;
}

/** Allows for clock skew. */
const marginSeconds = 5 * 60;

/**
 * Returns the id of the Stripe customer with that `sub` in its metadata that was created since `since` (ISO
 * 8601). Uses the list, which is consistent: Stripe's search lags behind by a minute or more, and a miss
 * would create a second customer. Called only after an attempt whose response was lost; a page has 100
 * customers. Source: https://docs.stripe.com/search#data-freshness
 */
export function findCustomer(sub: string, since: string): Promise<string | undefined> {
  const created = { gte: Math.floor(Date.parse(since) / 1000) - marginSeconds };
  return callStripe(async (stripe) => {
    for await (const customer of stripe.customers.list({ created, limit: 100 })) {
      if (customer.metadata.sub === sub) return customer.id;
    }
    return undefined;
  });
}

/**
 * Returns the ids of all Stripe customers with that `sub` in their metadata. For older accounts: Stripe's
 * search lags behind by a minute or more. Throws `StripeCallError`. Source: API reference, "Search customers"
 */
export const searchCustomers = (sub: string): Promise<string[]> =>
  callStripe(async (stripe) => {
    const query = `metadata["sub"]:"${sub}"`;
    return (await stripe.customers.search({ query, limit: 100 })).data.map(({ id }) => id);
  });

/** `retries`: after a temporary failure; by default the SDK's number. Throws `StripeCallError`. */
export async function updateCustomer(
  stripeCustomerId: string,
  details: CustomerDetails,
  retries?: number,
): Promise<void> {
  const { name, email, phone, postalCode, prefecture, city, streetAddress } = details;
  const address = {
    country: "JP",
    postal_code: postalCode,
    state: prefecture,
    city,
    line1: streetAddress,
  };
  const options = retries === undefined ? {} : { maxNetworkRetries: retries };
  await callStripe((stripe) =>
    stripe.customers.update(stripeCustomerId, { name, email, phone, address }, options),
  );
}

/**
 * Returns true if a call failed because that Stripe customer was deleted, which is permanent. Throws
 * `StripeCallError`, also for a customer that the key has never seen.
 */
export async function isOfDeleted(stripeCustomerId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof StripeCallError) || error.stripeCode !== "resource_missing") return false;
  return (await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId))).deleted === true;
}

/**
 * Returns the `sub` of the customer for whom the portal created the Stripe customer, also of an erased one.
 * Throws `StripeCallError`.
 */
export async function subInMetadata(stripeCustomerId: string): Promise<string | undefined> {
  const customer = await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId));
  return customer.deleted ? undefined : customer.metadata.sub;
}

/**
 * Returns true if the Stripe customer is deleted, or has no e-mail address because the customer was erased.
 * Throws `StripeCallError`.
 */
export async function isErased(stripeCustomerId: string): Promise<boolean> {
  const customer = await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId));
  return customer.deleted === true || !customer.email;
}

/**
 * Deletes a Stripe customer without invoices. With an invoice, removes only the data that the invoices do not
 * need: tax law requires the rest. Can be repeated. Throws `StripeCallError`.
 */
export async function eraseStripeCustomer(customer: string): Promise<void> {
  const { data } = await callStripe((stripe) => stripe.invoices.list({ customer, limit: 1 }));
  if (data.length > 0) return removeContact(customer);
  const deleting = callStripe((stripe) => stripe.customers.del(customer));
  await ignoreRefusalIfDone(deleting, ({ stripeCode }) => stripeCode === "resource_missing");
}

/** Keeps name and address, by which an invoice is found. Invoices keep their printed texts. */
async function removeContact(customer: string): Promise<void> {
  if ((await callStripe((stripe) => stripe.customers.retrieve(customer))).deleted) return;
  await callStripe((stripe) =>
    stripe.customers.update(customer, {
      email: "",
      phone: "",
      invoice_settings: { custom_fields: "" },
      metadata: { ccAddresses: "" },
    }),
  );
  for (let card = await latestCard(customer); card !== undefined; card = await latestCard(customer)) {
    const id = card;
    const detaching = callStripe((stripe) => stripe.paymentMethods.detach(id));
    await ignoreRefusalIfDone(detaching, async () => (await latestCard(customer)) !== id);
  }
}

/** Stripe prints at most four. Source: API reference, "Update a customer". */
const mostCustomFields = 4;

/**
 * Sets the fields that Stripe prints on later invoices, drafts included. Empty fields are not printed. Fields
 * that the seller added at Stripe stay, as far as there is room. Stripe has no field for further recipients:
 * they are in the metadata, for `invoice.finalized`.
 */
export async function setInvoiceFields(stripeCustomerId: string, fields: InvoiceFields): Promise<void> {
  const filled = printedFieldNames.flatMap((key) =>
    fields[key] ? [{ name: labels[key], value: fields[key] }] : [],
  );
  const kept = [...filled, ...(await readSellersFields(stripeCustomerId))].slice(0, mostCustomFields);
  const custom_fields = kept.length === 0 ? "" : kept;
  await callStripe((stripe) =>
    stripe.customers.update(stripeCustomerId, {
      invoice_settings: { custom_fields },
      metadata: { ccAddresses: fields.ccAddresses ?? "" },
    }),
  );
}

async function readSellersFields(
  stripeCustomerId: string,
): Promise<Stripe.Customer.InvoiceSettings.CustomField[]> {
  const customer = await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId));
  const ours: readonly string[] = printedFieldNames.map((name) => labels[name]);
  const printed = customer.deleted ? [] : (customer.invoice_settings.custom_fields ?? []);
  return printed.filter(({ name }) => !ours.includes(name));
}

/** Returns undefined for a deleted Stripe customer. Throws `StripeCallError`. */
export async function readInvoiceFields(stripeCustomerId: string): Promise<StoredInvoiceFields | undefined> {
  const customer = await callStripe((stripe) => stripe.customers.retrieve(stripeCustomerId));
  return customer.deleted ? undefined : invoiceFieldsOf(customer);
}

export const invoiceFieldsOf = ({
  invoice_settings: { custom_fields },
  metadata: { ccAddresses = "" },
}: Stripe.Customer): StoredInvoiceFields => ({ ...printedFieldsIn(custom_fields), ccAddresses });

/** Returns the customer's texts among the fields that Stripe prints on an invoice; empty if missing. */
export function printedFieldsIn(
  printed: readonly { name: string; value: string }[] | null,
): Pick<StoredInvoiceFields, (typeof printedFieldNames)[number]> {
  const textOf = (name: string) => printed?.find((field) => field.name === name)?.value ?? "";
  return {
    addressee: textOf(labels.addressee),
    department: textOf(labels.department),
    orderNumber: textOf(labels.orderNumber),
  };
}

export const setDefaultCard = (stripeCustomerId: string, card: string): Promise<unknown> =>
  callStripe((stripe) =>
    stripe.customers.update(stripeCustomerId, { invoice_settings: { default_payment_method: card } }),
  );

/** Returns the card that was added last: Stripe lists the newest first. */
export async function latestCard(stripeCustomerId: string): Promise<string | undefined> {
  const { data } = await callStripe((stripe) =>
    stripe.customers.listPaymentMethods(stripeCustomerId, { type: "card", limit: 1 }),
  );
  return data[0]?.id;
}
