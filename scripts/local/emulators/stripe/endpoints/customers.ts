import { z } from "zod";
import type { Account } from "../account.ts";
import { type Endpoints, endpoint, plain } from "../api/endpoint.ts";
import { createdWithin, pageOf } from "../api/lists.ts";
import * as parameter from "../api/parameters.ts";
import { ownMethod } from "../billing/payment-methods.ts";
import { newCustomer } from "../objects/customer.ts";
import type { Customer } from "../objects/stored.ts";

const { text, emptyable, metadata } = parameter;

const fields = {
  address: emptyable(parameter.address()).optional(),
  business_name: text(150).optional(),
  description: emptyable(text()).optional(),
  email: emptyable(text(512)).optional(),
  individual_name: text(150).optional(),
  invoice_settings: z
    .strictObject({
      default_payment_method: emptyable(text()).optional(),
      footer: emptyable(text()).optional(),
    })
    .optional(),
  metadata: emptyable(metadata()).optional(),
  name: emptyable(text(256)).optional(),
  phone: emptyable(text(20)).optional(),
  preferred_locales: z.array(text()).optional(),
  tax_exempt: z.enum(["none", "exempt", "reverse"]).optional(),
};
const schema = z.strictObject(fields);
const listSchema = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
});

export function customerEndpoints(account: Account): Endpoints {
  const { state } = account;
  return {
    "POST /v1/customers": endpoint(schema, (wanted) => {
      const customer = newCustomer(account.now(), {});
      Object.assign(customer, patchOf(customer, { ...wanted, invoice_settings: undefined }));
      Object.assign(customer, settingsOf(account, customer, wanted.invoice_settings));
      state.customers.add(customer);
      account.record("customer.created", customer);
      return customer;
    }),
    "POST /v1/customers/{id}": endpoint(schema, (wanted, id) => {
      const customer = state.customers.get(id);
      const settings = settingsOf(account, customer, wanted.invoice_settings);
      account.change(customer, { ...patchOf(customer, wanted), ...settings }, "customer.updated");
      return customer;
    }),
    "GET /v1/customers/{id}": plain((id) => state.customers.get(id)),
    "GET /v1/customers": endpoint(listSchema, ({ created, ...page }) => {
      const found = state.customers.newestFirst().filter((each) => createdWithin(each.created, created));
      return pageOf(found, "/v1/customers", page);
    }),
  };
}

function patchOf(customer: Customer, wanted: z.output<typeof schema>): Partial<Customer> {
  const { invoice_settings: _, address, metadata: update, ...plainFields } = wanted;
  return {
    ...parameter.given(plainFields),
    ...(update !== undefined && { metadata: parameter.mergeMetadata(customer.metadata, update) }),
    ...(address !== undefined && { address: address && { ...emptyAddress, ...parameter.given(address) } }),
  };
}

function settingsOf(
  account: Account,
  customer: Customer,
  wanted: z.output<typeof schema>["invoice_settings"],
): Partial<Customer> {
  const method = wanted?.default_payment_method;
  if (method) ownMethod(account, customer, method, "invoice_settings[default_payment_method]");
  return wanted ? { invoice_settings: { ...customer.invoice_settings, ...parameter.given(wanted) } } : {};
}

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
