import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { matching, paging, reading } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { endSubscription, isGoingOn, ownMethod } from "../billing/subscribing.ts";
import { newCustomer } from "../objects/customer.ts";
import type { Customer } from "../objects/stored.ts";

const { text, metadata } = parameter;

const address = z.strictObject({
  city: text().optional(),
  country: text(2).optional(),
  line1: text().optional(),
  postal_code: text().optional(),
  state: text().optional(),
});
const customFields = z.array(z.strictObject({ name: text(40), value: text(140) })).max(4);
/** The empty string takes the text away. */
const emptiable = (longest: number) =>
  z.union([z.literal("").transform(() => null), text(longest)]).optional();
const schema = z.strictObject({
  address: address.optional(),
  /** Negative: the customer's credit. */
  balance: z.coerce.number().int().optional(),
  email: emptiable(512),
  invoice_settings: z
    .strictObject({
      custom_fields: z.union([z.literal(""), customFields]).optional(),
      default_payment_method: text().optional(),
    })
    .optional(),
  metadata: metadata().optional(),
  name: text(256).optional(),
  phone: emptiable(20),
  preferred_locales: z.array(text()).optional(),
});

/** The one form of a query that the portal sends. */
const search = z.strictObject({
  query: text().regex(/^metadata\["\w+"\]:"[^"]*"$/, { error: "We were unable to parse your search query." }),
  limit: paging.limit,
});

export function customerEndpoints(account: Account): Endpoints {
  const { state } = account;
  const deleted = new Set<string>();
  const stubOf = (id: string) => ({ id, object: "customer", deleted: true });
  return {
    "POST /v1/customers": endpoint(schema, (wanted) => {
      const customer = newCustomer(account.now(), {});
      Object.assign(customer, patchOf(account, customer, wanted));
      state.customers.add(customer);
      account.record("customer.created", customer);
      return customer;
    }),
    "POST /v1/customers/{id}": endpoint(schema, (wanted, id) => {
      const customer = state.customers.get(id);
      account.change(customer, patchOf(account, customer, wanted), "customer.updated");
      return customer;
    }),
    ...reading("/v1/customers", state.customers, {}),
    "GET /v1/customers/search": endpoint(search, ({ query, limit = 10 }) => {
      const [, key = "", value] = /^metadata\["(\w+)"\]:"(.*)"$/.exec(query) ?? [];
      const found = state.customers.newestFirst().filter(({ metadata: data }) => data[key] === value);
      return {
        object: "search_result",
        url: "/v1/customers/search",
        has_more: found.length > limit,
        data: found.slice(0, limit),
      };
    }),
    // One that was deleted can still be asked for, and nothing else.
    "GET /v1/customers/{id}": plain((id) => (deleted.has(id) ? stubOf(id) : state.customers.get(id))),
    "DELETE /v1/customers/{id}": plain((id) => {
      state.customers.get(id);
      for (const subscription of matching(state.subscriptions.newestFirst(), { customer: id }))
        if (isGoingOn(subscription)) endSubscription(account, subscription, "cancellation_requested");
      state.customers.remove(id);
      deleted.add(id);
      return stubOf(id);
    }),
  };
}

function patchOf(account: Account, customer: Customer, wanted: z.output<typeof schema>): Partial<Customer> {
  const { invoice_settings: settings, address: place, metadata: update, ...plainFields } = wanted;
  if (settings?.default_payment_method !== undefined) {
    const param = "invoice_settings[default_payment_method]";
    ownMethod(account, customer, settings.default_payment_method, param);
  }
  return {
    ...parameter.given(plainFields),
    ...(settings && { invoice_settings: { ...customer.invoice_settings, ...given(settings) } }),
    ...(update && { metadata: parameter.mergeMetadata(customer.metadata, update) }),
    ...(place && { address: { ...emptyAddress, ...parameter.given(place) } }),
  };
}

/** The empty string takes the fields away. */
const given = ({ custom_fields, ...others }: NonNullable<z.output<typeof schema>["invoice_settings"]>) => ({
  ...parameter.given(others),
  ...(custom_fields !== undefined && { custom_fields: custom_fields === "" ? null : custom_fields }),
});

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
